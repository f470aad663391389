"""For class: explorers for JupyterLab, and the same as pages without a kernel."""
