"""The web page: addresses in, mazes and explanations out.  Needs the extra ``web``."""
