"""The gallery: pictures of what Labirinto can draw, and a page that shows them.

``make gallery`` writes it into build/gallery, and ``make docs`` into the documentation.  All mazes
have fixed seeds and all photographs are made by formulas, so two builds give the same bytes.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pypdfium2
from PIL import Image

import labirinto
from labirinto import Maze, Style, animate, grids
from labirinto.animate.svg import scene_svg
from labirinto.book import Poster, write_poster
from labirinto.portraits import portrait

_SEED = 7

_ABOUT = "`docs/gallery.py` makes every picture; `make gallery` makes them again, byte for byte."


class Picture(NamedTuple):
    """A picture of the gallery.

    Attributes:
        name: The name of its file.
        caption: What it shows, as the end of "A picture of ...".
        draw: Writes the file.
    """

    name: str
    caption: str
    draw: Callable[[Path], object]


def coloured(maze: Callable[[], Maze], colour_map: str, **look: Any) -> Callable[[Path], object]:
    """Draws a maze coloured by distance."""
    preset = look.pop("preset", "light")

    def draw(target: Path) -> None:
        style = Style.preset(preset, colour="distance", colour_map=colour_map, **look)
        labirinto.save(maze(), target, style=style)

    return draw


def marked(
    maze: Callable[[], Maze], *, is_solved: bool = True, **look: Any
) -> Callable[[Path], object]:
    """Draws a maze with its start and its end, and with its solution."""

    def draw(target: Path) -> None:
        made = maze()
        ends = labirinto.suggest_ends(made)
        path = labirinto.solve(made, *ends) if is_solved else None
        labirinto.save(made, target, path=path, ends=ends, style=Style.preset("light", **look))

    return draw


def still(algorithm: str, share: float) -> Callable[[Path], object]:
    """Draws a moment of a film."""

    def draw(target: Path) -> None:
        film = animate.record(algorithm, 24, 16, seed=_SEED)
        position = animate.Position(film, round(len(film) * share))
        target.write_text(scene_svg(position), encoding="utf-8")

    return draw


def portrayed(
    width: int, height: int, *, is_head: bool = False, in_colour: bool = False, **look: Any
) -> Callable[[Path], object]:
    """Draws a portrait of the face."""
    preset = look.pop("preset", "light")

    def draw(target: Path) -> None:
        photo = face(cut_out=is_head)
        grid = labirinto.portraits.shape_of(photo, width, height)
        maze = labirinto.wilson(grid, seed=_SEED)
        style = Style.preset(preset, **{"cell": 8, "wall": 5, "margin": 8} | look)
        made = portrait(maze, photo, in_colour=in_colour, style=style)
        labirinto.save(maze, target, portrait=made)

    return draw


def hung(make: Callable[[], Poster]) -> Callable[[Path], object]:
    """Draws a poster as it is printed, made small."""

    def draw(target: Path) -> None:
        stream = io.BytesIO()
        write_poster(make(), stream)
        page = pypdfium2.PdfDocument(stream.getvalue())[0]
        large = page.render(scale=3000 / max(page.get_size())).to_pil()
        small = large.resize((large.width // 5, large.height // 5), Image.Resampling.BOX)
        small.quantize(128, dither=Image.Dither.NONE).save(target, optimize=True)

    return draw


def _wilson(grid: Any, *sides: int) -> Callable[[], Maze]:
    return lambda: labirinto.wilson(grid, *sides, seed=_SEED)


def _lettered(text: str, height: int) -> Callable[[], Maze]:
    return lambda: labirinto.wilson(grids.letters(text, height=height), seed=_SEED)


def _hidden() -> Maze:
    return labirinto.pictures.picture_maze("Anna ♥", seed=_SEED)


def _portrait_poster() -> Poster:
    maze = labirinto.wilson(120, 160, seed=_SEED)
    style = Style(cell=16, wall=11)
    return Poster(maze, "a2", "بهار", portrait=portrait(maze, face(), style=style))


GALLERY = (
    Picture("solution.svg", "a maze by Wilson's algorithm with its solution",
            marked(_wilson(40, 26), cell=12)),
    Picture("heart.svg", "a heart, coloured by the distance from its middle",
            coloured(lambda: labirinto.wilson(grids.mask("heart", 44, 40), seed=_SEED), "inferno",
                     cell=12, colour_from=(22, 22))),
    Picture("hidden.svg", "a maze that hides a picture",
            marked(_hidden, is_solved=False, cell=8)),
    Picture("found.svg", "its solution, which draws a name and a heart",
            marked(_hidden, cell=8, painted=True)),
    Picture("anna.svg", "a name in Latin letters", marked(_lettered("Anna", 32), cell=8)),
    Picture("persian.svg", "a name in Persian",
            coloured(_lettered("بهار", 30), "viridis", cell=12)),
    Picture("gurmukhi.svg", "a name in Gurmukhi",
            coloured(_lettered("ਅੰਨਾ", 24), "plasma", cell=12)),
    Picture("hexagonal.svg", "hexagons, coloured by distance",
            coloured(lambda: labirinto.wilson(grids.hexagonal(30, 26), seed=_SEED), "magma",
                     cell=14)),
    Picture("circular.svg", "rings, coloured by the distance from the centre",
            coloured(lambda: labirinto.wilson(grids.circular(18), seed=_SEED), "viridis",
                     cell=16, preset="dark", colour_from=(0, 0))),
    Picture("triangular.svg", "triangles, coloured by distance",
            coloured(lambda: labirinto.wilson(grids.triangular(44, 26), seed=_SEED), "plasma",
                     cell=18)),
    Picture("octagonal.svg", "octagons and squares, coloured by distance",
            coloured(lambda: labirinto.wilson(grids.octagonal(26, 20), seed=_SEED), "inferno",
                     cell=18, preset="dark")),
    Picture("voronoi.svg", "600 irregular cells, coloured by distance",
            coloured(lambda: labirinto.wilson(grids.voronoi(600, seed=_SEED), seed=_SEED),
                     "viridis", cell=20)),
    Picture("wilson.png", "a maze of 250 x 250 cells by Wilson's algorithm, coloured by distance",
            coloured(_wilson(250, 250), "magma", cell=2, wall=1, margin=0)),
    Picture("backtracker.png", "one by the recursive backtracker, whose corridors are long",
            coloured(lambda: labirinto.backtracker(250, 250, seed=_SEED), "magma", cell=2, wall=1,
                     margin=0)),
    Picture("film.svg", "Wilson's algorithm at work", still("wilson", 0.9)),
    Picture("kruskal.svg", "Kruskal's algorithm at work", still("kruskal", 0.7)),
    Picture("face.png", "a portrait of 120 x 160 cells", portrayed(120, 160)),
    Picture("colour.png", "the same in colour", portrayed(120, 160, in_colour=True)),
    Picture("night.png", "the same by light walls",
            portrayed(120, 160, in_colour=True, preset="dark")),
    Picture("head.png", "a portrait in the form of its head", portrayed(90, 120, is_head=True)),
    Picture("poster.png", "a poster, coloured by distance",
            hung(lambda: Poster(labirinto.wilson(60, 80, seed=_SEED), "a3", "Anna ♥ Bruno",
                                Style.preset("dark", colour="distance", colour_map="plasma")))),
    Picture("portrait-poster.png", "a poster with a portrait", hung(_portrait_poster)),
)  # fmt: skip
"""All pictures, in the order of the page: add one here and it is on the page."""


def face(width: int = 480, height: int = 640, *, cut_out: bool = False) -> Image.Image:
    """A photograph that nobody took: ellipsoids, lit from the upper left.

    Args:
        width, height: Its size in pixels.
        cut_out: Whether there is nothing around the head and the shoulders.
    """
    y, x = np.mgrid[0:height, 0:width]
    x, y = (x + 0.5 - width / 2) / (height / 2), (y + 0.5 - height / 2) / (height / 2)
    light = np.array([-0.5, -0.6, 0.65])
    light /= np.linalg.norm(light)
    picture = np.array([0.5, 0.68, 0.85]) * (1 + 0.1 * y)[..., None]
    depth = np.full((height, width), -9.0)
    skin, hair, cloth = (0.98, 0.78, 0.64), (0.3, 0.18, 0.1), (0.16, 0.42, 0.34)
    dark, white, lip = (0.1, 0.07, 0.06), (1.0, 1.0, 1.0), (0.72, 0.32, 0.3)

    def ball(
        middle: tuple[float, float, float],
        radii: tuple[float, float, float],
        colour: tuple[float, float, float],
        shine: float = 0.0,
    ) -> None:
        across, down = (x - middle[0]) / radii[0], (y - middle[1]) / radii[1]
        towards = np.sqrt(np.clip(1 - across**2 - down**2, 0, None))
        surface = np.stack([across / radii[0], down / radii[1], towards / radii[2]])
        surface /= np.linalg.norm(surface, axis=0) + 1e-9
        lit = np.clip((surface * light[:, None, None]).sum(0), 0, None)
        seen = (towards > 0) & (middle[2] + radii[2] * towards > depth)
        shade = np.array(colour) * (0.25 + 0.75 * lit)[..., None] + shine * lit[..., None] ** 30
        picture[seen] = shade[seen]
        depth[seen] = (middle[2] + radii[2] * towards)[seen]

    ball((0, 1.15, -0.6), (0.72, 0.6, 0.4), cloth)
    ball((0, 0.62, -0.25), (0.18, 0.4, 0.2), skin)
    ball((0, -0.2, -0.3), (0.54, 0.66, 0.5), hair)
    ball((0, 0, 0), (0.42, 0.56, 0.42), skin)
    ball((-0.08, -0.5, 0.02), (0.44, 0.25, 0.43), hair)
    for side in (-1, 1):
        ball((side * 0.17, -0.08, 0.35), (0.09, 0.05, 0.08), white)
        ball((side * 0.17, -0.08, 0.4), (0.042, 0.045, 0.05), dark, 0.6)
        ball((side * 0.17, -0.18, 0.37), (0.11, 0.02, 0.05), hair)
        ball((side * 0.43, 0.02, -0.1), (0.06, 0.12, 0.1), skin)
    ball((0, 0.06, 0.37), (0.055, 0.15, 0.14), skin)
    ball((0, 0.14, 0.42), (0.08, 0.05, 0.09), skin)
    ball((0, 0.3, 0.33), (0.14, 0.028, 0.07), lip)
    ball((0, 0.335, 0.32), (0.11, 0.03, 0.07), lip)
    photo = Image.fromarray(np.rint(np.clip(picture, 0, 1) * 255).astype(np.uint8))
    if cut_out:
        photo.putalpha(Image.fromarray(np.where(depth > -9, 255, 0).astype(np.uint8)))
    return photo


def write(folder: Path, images: Path, link: str) -> None:
    """Writes all pictures, and the page ``gallery.md``.

    Args:
        folder: Where the page goes.
        images: Where the pictures go.
        link: The path from the page to the pictures.
    """
    images.mkdir(parents=True, exist_ok=True)
    lines = ["# Gallery", "", _ABOUT, ""]
    for picture in GALLERY:
        picture.draw(images / picture.name)
        caption = picture.caption[0].upper() + picture.caption[1:]
        lines += [f"![{caption}]({link}/{picture.name})", "", f"*{caption}.*", ""]
    (folder / "gallery.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    write(target, target / "images", "images")
    print(f"{len(GALLERY)} pictures: {target / 'gallery.md'}")
