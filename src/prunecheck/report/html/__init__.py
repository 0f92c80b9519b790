"""Reports as web pages: one file each, which holds all that it shows and asks for nothing from elsewhere."""
