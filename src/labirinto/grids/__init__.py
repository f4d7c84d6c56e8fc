"""Grids: where the cells of a maze lie and which of them are neighbours."""
