// Where forms may not be sent, as under the content policy of `taquin serve`, the search is a link.
document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  location.assign(`${form.action}?${new URLSearchParams(new FormData(form))}`);
});
