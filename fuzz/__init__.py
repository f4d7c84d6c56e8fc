"""Fuzzing of everything that reads from outside; see README.md."""
