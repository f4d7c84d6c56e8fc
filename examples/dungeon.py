"""A level for a game: rooms and corridors, with loops and without most dead ends, as a Tiled map.

    python examples/dungeon.py 40x25 --rooms 8 --seed "level 3"

Writes level.tmx, with its tiles beside it, and prints the level: the start @ in one room, the
treasure $ in the room that is the most steps away.  The layer "rooms" of the map has a rectangle
for each room and a line for each door.
"""

from __future__ import annotations

import argparse

import labirinto


def middle_of(room: labirinto.Room) -> tuple[int, int]:
    """The cell in the middle of a room."""
    return room.x + room.width // 2, room.y + room.height // 2


def main() -> None:
    """Makes the level, writes the map and prints it."""
    parser = argparse.ArgumentParser(description="Make a level with rooms.")
    parser.add_argument("size", nargs="?", default="30x20", help="width and height in cells")
    parser.add_argument("--rooms", type=int, default=6, help="how many")
    parser.add_argument("--doors", type=int, default=3, help="the most of a room")
    parser.add_argument("--seed", help="any text or number")
    parser.add_argument("--name", default="level", help="file name without extension")
    given = parser.parse_args()
    try:
        width, height = map(int, given.size.split("x"))
        rooms = labirinto.Rooms(given.rooms, (3, 3), (6, 4), given.doors)
        # Exactly one path leads from room to room ...
        maze = labirinto.wilson(width, height, seed=given.seed, rooms=rooms)
        # ... until some of the dead ends are joined to neighbours, which closes loops.  The others
        # become shorter, until they have lost 30 % of all cells.
        level = labirinto.sparse(labirinto.braid(maze, 0.3), 0.3)
    except ValueError as error:
        parser.error(str(error))
    entrance, *others = map(middle_of, level.rooms)
    steps = level.distances(entrance)
    treasure = max(others, key=lambda cell: steps[cell[1], cell[0]], default=level.grid.label(0))
    ends = labirinto.Ends(entrance, treasure)
    file = f"{given.name}.tmx"
    labirinto.save(level, file, ends=ends)

    blocks = [[" #"[block] for block in row] for row in level.blocks()]
    for (x, y), letter in ((entrance, "@"), (treasure, "$")):
        blocks[2 * y + 1][2 * x + 1] = letter
    for room in level.rooms:
        for (x, y), (x2, y2) in room.doors:
            blocks[y + y2 + 1][x + x2 + 1] = "+"
    print("\n".join("".join(row) for row in blocks))
    doors = sum(len(room.doors) for room in level.rooms)
    print(f"{file}: {len(level.rooms)} rooms, {doors} doors, {len(level.grid)} cells,")
    print(f"{steps[treasure[1], treasure[0]]} steps to the treasure.  The same again:")
    print(level.recipe.command if level.recipe else "")


if __name__ == "__main__":
    main()
