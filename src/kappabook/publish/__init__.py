"""What is handed out: the site and the slides, both made of the notebooks."""
