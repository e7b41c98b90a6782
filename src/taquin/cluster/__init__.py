"""Work spread over the workers of a Dask cluster; `taquin[dask]` installs what it needs."""
