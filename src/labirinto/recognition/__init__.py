"""Mazes in pictures: decoded, parted into walls and floor, measured, and read."""
