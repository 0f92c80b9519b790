"""Reports as web pages: each is one self-contained file."""
