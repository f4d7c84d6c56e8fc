"""Plumbing: nothing here is part of the public interface."""
