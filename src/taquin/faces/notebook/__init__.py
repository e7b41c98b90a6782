"""The notebook's face: widgets for Jupyter, VS Code and Marimo, public as `taquin.widget`."""
