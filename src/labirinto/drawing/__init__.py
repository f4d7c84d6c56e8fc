"""What a picture of a maze shows: geometry, style and strokes, before any file format."""
