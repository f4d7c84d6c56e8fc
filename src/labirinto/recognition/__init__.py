"""Mazes recognised in pictures: pixels, colours of the walls, the grid, the maze."""
