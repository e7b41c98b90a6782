"""The page as one folder of files for any web host: `taquin site`."""
