// Files for the reader to keep.

/**
 * Let the browser save a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The click has used the URL; its memory is released once the file is written.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
