"""Pictures of mazes before any file format: geometry, style, strokes, pixels."""
