"""Grids: the cells of a maze, and which of them are neighbours."""
