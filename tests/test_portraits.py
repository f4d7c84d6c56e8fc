"""Portraits: what walls show is measured in pictures of them, and compared with the photograph."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from commands import refusal, run
from files import drawn
from PIL import Image

import labirinto
from labirinto import Style
from labirinto.drawing.colour_maps import contrast
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.portrait import coverage, standing, wall_groups
from labirinto.errors import FileFormatError, InvalidValueError, LabirintoError
from labirinto.formats.plot_svg import PENS_MM
from labirinto.portraits import STYLE, Portrait, least_cell_mm, open_photo, portrait, shape_of

SVG = "{http://www.w3.org/2000/svg}"
BLACK = Style(cell=16, wall=11, margin=0, walls="#000000")
MAZE = labirinto.wilson(96, 128, seed=7)


def shaded(width: int = 240, height: int = 320) -> Image.Image:
    """A picture with smooth shades, a sharp edge and all tones: balls before a wall."""
    y, x = np.mgrid[0:height, 0:width] / height
    tones = 0.25 + 0.5 * y
    for left, top, radius, albedo in ((0.25, 0.3, 0.22, 1.0), (0.5, 0.7, 0.25, 0.5)):
        inside = radius**2 - (x - left) ** 2 - (y - top) ** 2
        depth = np.sqrt(np.clip(inside, 0, None))
        shade = (left - x) * 0.5 + (top - y) * 0.6 + depth * 0.6
        tones = np.where(inside > 0, albedo * np.clip(shade / radius, 0, 1), tones)
    return Image.fromarray(np.rint(tones * 255).astype(np.uint8))


PHOTO = shaded().convert("RGB")
PORTRAIT = portrait(MAZE, PHOTO, style=BLACK)


def blocks_of(darkness: np.ndarray, size: int) -> np.ndarray:
    """The means of square blocks."""
    rows, columns = (side // size for side in darkness.shape)
    whole = darkness[: rows * size, : columns * size]
    return whole.reshape(rows, size, columns, size).mean((1, 3))


def wanted_tones(photo: Image.Image, width: int, height: int) -> np.ndarray:
    """The darkness of 8 x 8 cells of a picture between its darkest and its lightest hundredth."""
    grey = photo.convert("L").resize((width, height), Image.Resampling.BOX)
    dark = 1 - np.asarray(grey, float) / 255
    low, high = np.quantile(dark, (0.01, 0.99))
    return blocks_of(np.clip((dark - low) / (high - low), 0, 1), 8)


def shown_tones(picture: Image.Image, cell: float) -> np.ndarray:
    """The darkness of 8 x 8 cells of a portrait, from the least to the most that is possible."""
    width, height = (round(side / cell) for side in picture.size)
    grey = picture.convert("L").resize((width * 16, height * 16), Image.Resampling.BOX)
    dark = blocks_of(1 - np.asarray(grey, float) / 255, 8 * 16)
    least, most = 1.15 / 16, 0.92 * 11 / 16
    return (dark - least) / (most - least)


def test_a_picture_shows_the_tones_of_the_photograph() -> None:
    picture = Image.open(io.BytesIO(drawn(MAZE, "png", portrait=PORTRAIT)))
    # The left and upper half of the frame is as thick as the thickest wall.
    picture = picture.convert("L").crop((5, 5, 5 + 96 * 16, 5 + 128 * 16))
    off = np.abs(shown_tones(picture, 16) - wanted_tones(PHOTO, 96, 128))
    assert off.max() < 0.05


def test_a_page_shows_the_tones_of_the_photograph() -> None:
    maze = labirinto.wilson(48, 64, seed=7)
    page = pypdfium2.PdfDocument(drawn(maze, "pdf", portrait=portrait(maze, PHOTO, style=BLACK)))[0]
    picture = page.render(scale=16 / (5 * 72 / 25.4)).to_pil().convert("L")
    picture = picture.crop((5, 5, 5 + 48 * 16, 5 + 64 * 16))
    off = np.abs(shown_tones(picture, 16) - wanted_tones(PHOTO, 48, 64))
    assert off.max() < 0.05


def test_coverage_is_what_a_picture_shows() -> None:
    maze = labirinto.wilson(20, 14, seed=7)
    style = Style(cell=32, wall=22, margin=16)
    random = np.random.default_rng(7)
    across, down = (random.integers(1, 12, size) / 16 for size in ((15, 20), (14, 21)))
    made = Portrait(maze.rectangle, across, down, style)
    picture = Image.open(io.BytesIO(drawn(maze, "png", portrait=made))).convert("L")
    # The squares around the corners between four cells.
    begin = 16 + 11 + 16
    dark = np.asarray(picture)[begin : begin + 13 * 32, begin : begin + 19 * 32] < 128
    stands_across, stands_down = standing(Drawing(maze))
    expected = coverage(np.where(stands_across, across, 0), np.where(stands_down, down, 0))
    assert (blocks_of(dark.astype(float), 32) == expected[1:-1, 1:-1]).all()


def test_paths_keep_their_width() -> None:
    picture = Image.open(io.BytesIO(drawn(MAZE, "png", portrait=PORTRAIT))).convert("L")
    light = np.asarray(picture) > 128
    rows, columns = (np.arange(side) % 16 >= 11 for side in light.shape)
    assert light[np.ix_(rows, columns)].all()
    assert least_cell_mm(STYLE) == pytest.approx(1.6)


@pytest.mark.parametrize("format", ["svg", "png", "plot.svg"])
@pytest.mark.parametrize("in_colour", [False, True])
@pytest.mark.parametrize("is_heart", [False, True])
def test_portraits_are_read_back(format: str, in_colour: bool, is_heart: bool) -> None:
    grid = labirinto.grids.mask("heart", 24, 20) if is_heart else labirinto.Rectangle(24, 31)
    maze = labirinto.wilson(grid, seed=7)
    ends = labirinto.suggest_ends(maze)
    path = labirinto.solve(maze, *ends)
    colourful = Image.merge(
        "RGB",
        (
            PHOTO.getchannel(0),
            PHOTO.rotate(90).resize(PHOTO.size).getchannel(0),
            PHOTO.getchannel(0),
        ),
    )
    made = portrait(maze, colourful, in_colour=in_colour)
    data = drawn(maze, format, portrait=made, ends=ends, path=path)
    assert labirinto.formats.read(io.BytesIO(data)) == (maze, ends)
    again = portrait(maze, colourful, in_colour=in_colour)
    assert data == drawn(maze, format, portrait=again, ends=ends, path=path)
    assert labirinto.load(io.BytesIO(data)).recipe == maze.recipe


def test_drawings_have_a_wall_for_each_place_and_widths_in_steps() -> None:
    maze = labirinto.wilson(30, 40, seed=7)
    made = portrait(maze, PHOTO)
    root = ElementTree.fromstring(drawn(maze, "svg", portrait=made))
    paths = root.findall(f"{SVG}g[@id='walls']/{SVG}path")
    widths = [float(path.attrib["stroke-width"]) for path in paths]
    assert widths == sorted(widths)
    assert len(widths) > 15
    assert 1 / 16 <= widths[0] < 0.1
    assert 0.6 < widths[-1] <= 11 / 16
    lengths = re.findall(r"[hv](\d+)", "".join(path.attrib["d"] for path in paths))
    across, down = standing(Drawing(maze))
    assert sum(map(int, lengths)) == across.sum() + down.sum()


def test_plotters_get_a_layer_for_each_pen() -> None:
    maze = labirinto.wilson(30, 40, seed=7)
    style = Style(cell=16, wall=11, cell_mm=2)
    made = portrait(maze, PHOTO, style=style)
    root = ElementTree.fromstring(drawn(maze, "plot.svg", portrait=made))
    layers = root.findall(f"{SVG}g[@id='strokes']/{SVG}g")
    pens = [float(layer.attrib["stroke-width"]) for layer in layers]
    assert pens == [pen for pen in PENS_MM if pen < 2 * 11 / 16]
    # On average walls are as thick as wanted.
    groups = list(wall_groups(Drawing(maze, portrait=made, style=style), [p / 2 for p in pens]))
    ink = sum(
        group.width * (x1 - x0 + y1 - y0) for group in groups for x0, y0, x1, y1 in group.runs
    )
    across, down = standing(Drawing(maze))
    most = pens[-1] / 2
    wanted = np.minimum(made.across, most)[across].sum() + np.minimum(made.down, most)[down].sum()
    assert ink == pytest.approx(wanted, rel=0.01)


def test_walls_in_colour_can_be_seen_and_have_the_hue_of_the_picture() -> None:
    maze = labirinto.wilson(40, 40, seed=7)
    red = Image.new("RGB", (80, 80), (250, 200, 200))
    red.paste((20, 40, 120), (0, 40, 80, 80))
    for preset in ("light", "dark"):
        style = Style.preset(preset, cell=16, wall=11)
        made = portrait(maze, red, in_colour=True, style=style)
        floor = bytes.fromhex(style.floor[1:])
        for name in made.palette:
            assert contrast(bytes.fromhex(name[1:]), floor) >= 2.95
        assert made.colours_across is not None
        top = bytes.fromhex(made.palette[made.colours_across[10, 20]][1:])
        bottom = bytes.fromhex(made.palette[made.colours_across[30, 20]][1:])
        assert top[0] > max(top[1:])
        assert bottom[2] > max(bottom[:2])


@pytest.mark.parametrize("colour", [(255, 0, 0), (255, 255, 0), (0, 255, 0), (0, 255, 255)])
def test_pure_colours_keep_their_hue_on_a_white_floor(colour: tuple[int, int, int]) -> None:
    halves = Image.new("RGB", (40, 40), (0, 0, 90))
    halves.paste(colour, (0, 0, 40, 20))
    made = portrait(labirinto.wilson(16, 16, seed=7), halves, in_colour=True)
    assert made.colours_across is not None
    top = bytes.fromhex(made.palette[made.colours_across[3, 8]][1:])
    strong, weak = (
        [part for part, full in zip(top, colour, strict=True) if bool(full) == is_strong]
        for is_strong in (True, False)
    )
    assert min(strong) > max(weak) + 80


def test_light_walls_show_a_positive() -> None:
    style = Style.preset("dark", cell=16, wall=11)
    made = portrait(MAZE, PHOTO, style=style)
    # Where dark walls are thick, light ones are thin.
    both = np.corrcoef(PORTRAIT.across.ravel(), made.across.ravel())[0, 1]
    assert both < -0.8


# Pictures of all kinds.


def as_file(picture: Image.Image, format: str, **more: object) -> io.BytesIO:
    stream = io.BytesIO()
    picture.save(stream, format, **more)
    stream.seek(0)
    return stream


def tones_of(picture: io.BytesIO) -> np.ndarray:
    return portrait(labirinto.wilson(24, 32, seed=7), picture).across


GREY = PHOTO.convert("L")
KINDS = {
    "grey": as_file(GREY, "PNG"),
    "16 bit": as_file(Image.fromarray(np.asarray(GREY, np.uint16) * 257), "PNG"),
    "cmyk": as_file(PHOTO.convert("CMYK"), "JPEG", quality=98, subsampling=0),
    "palette": as_file(GREY.convert("P"), "GIF"),
    "alpha": as_file(PHOTO.convert("RGBA"), "WEBP", lossless=True),
    "turned": as_file(
        PHOTO.transpose(Image.Transpose.ROTATE_90),
        "JPEG",
        quality=98,
        exif=bytes.fromhex("45786966000049492a0008000000010012010300010000000600000000000000"),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_of_every_kind_are_shown_upright(kind: str) -> None:
    expected = tones_of(as_file(PHOTO, "PNG"))
    assert np.abs(tones_of(KINDS[kind]) - expected).max() < 0.03


def animation() -> io.BytesIO:
    return as_file(GREY, "GIF", save_all=True, append_images=[GREY.rotate(90)])


def bomb() -> io.BytesIO:
    return as_file(Image.new("1", (9_100, 9_100)), "PNG")


REFUSED = {
    "animated": (animation, "it is an animation"),
    "bomb": (bomb, "pixels"),
    "tiny": (lambda: as_file(GREY.resize((15, 40)), "PNG"), "too few for a portrait"),
    "one tone": (lambda: as_file(Image.new("L", (99, 99), 77), "PNG"), "next to no contrast"),
    "no picture": (lambda: io.BytesIO(b"a text"), "it is not a readable picture"),
    "cut off": (lambda: io.BytesIO(KINDS["cmyk"].getvalue()[:3000]), "damaged or cut off"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_other_pictures_are_refused_in_a_sentence(kind: str, tmp_path: Path) -> None:
    make, message = REFUSED[kind]
    with pytest.raises(LabirintoError, match=message):
        tones_of(make())
    face = tmp_path / "face.jpg"
    face.write_bytes(make().getvalue())
    sentence = refusal("portrait", str(face), "20x20", "-o", str(tmp_path / "face.svg"))
    assert message in sentence
    assert "\n" not in sentence
    assert list(tmp_path.iterdir()) == [face]


def test_a_head_cut_out_is_the_form_of_its_maze() -> None:
    head = PHOTO.convert("RGBA")
    alpha = Image.new("L", head.size)
    alpha.paste(255, (60, 40, 180, 280))
    head.putalpha(alpha)
    grid = shape_of(head, 24, 32)
    assert {x for x, _ in grid} == set(range(6, 18))
    assert {y for _, y in grid} == set(range(4, 28))
    maze = labirinto.wilson(grid, seed=7)
    data = drawn(maze, "png", portrait=portrait(maze, head))
    assert labirinto.load(io.BytesIO(data)) == maze
    assert shape_of(PHOTO, 24, 32).mask is None
    head.putalpha(0)
    with pytest.raises(InvalidValueError, match="transparent everywhere"):
        shape_of(head, 24, 32)


def test_the_middle_is_used_unless_all_is_wanted() -> None:
    wide = Image.new("L", (300, 100), 255)
    wide.paste(0, (0, 0, 100, 100))
    wide.paste(GREY.resize((100, 100)), (100, 0))
    maze = labirinto.wilson(20, 20, seed=7)
    assert portrait(maze, wide).across[:, :2].mean() < 0.5
    assert portrait(maze, wide, stretch=True).across[:, :2].mean() > 0.5


# Refusals of the library.


def test_what_does_not_fit_together_is_refused() -> None:
    with pytest.raises(InvalidValueError, match=r"a labirinto\.portraits\.Portrait, such as"):
        Drawing(MAZE, portrait="face.jpg")  # type: ignore[arg-type]
    with pytest.raises(InvalidValueError, match="belongs to another maze"):
        Drawing(labirinto.wilson(5, 5, seed=7), portrait=PORTRAIT)
    with pytest.raises(InvalidValueError, match="up to 11 of 16 pixels"):
        labirinto.to_svg(MAZE, portrait=PORTRAIT, style=Style())
    with pytest.raises(InvalidValueError, match="floors of one colour"):
        labirinto.to_svg(MAZE, portrait=PORTRAIT, style=Style(cell=16, wall=11, colour="distance"))
    with pytest.raises(InvalidValueError, match="json does not hold portraits"):
        drawn(MAZE, "json", portrait=PORTRAIT)
    with pytest.raises(InvalidValueError, match="hexagonal"):
        portrait(labirinto.wilson(labirinto.grids.hexagonal(5, 5), seed=1), PHOTO)
    with pytest.raises(InvalidValueError, match="neither a file name"):
        open_photo(3)  # type: ignore[arg-type]
    with pytest.raises(FileFormatError, match="README"):
        open_photo(Path(__file__).parent.parent / "README.md")


@pytest.mark.parametrize("mode", ["HSV", "RGBa", "La", "LA", "CMYK", "I;16", "P"])
def test_images_of_all_modes_are_read(mode: str) -> None:
    image = PHOTO.convert({"RGBa": "RGBA", "La": "LA", "I;16": "I"}.get(mode, mode)).convert(mode)
    assert open_photo(image).size == PHOTO.size


def test_an_image_is_a_portrait_too() -> None:
    image = labirinto.to_image(MAZE, portrait=PORTRAIT)
    data = drawn(MAZE, "png", portrait=PORTRAIT)
    assert image.tobytes() == Image.open(io.BytesIO(data)).convert("RGB").tobytes()


# The command line.


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("20x30", "A portrait cannot be drawn as text"),
        ("20x30 -o face.json", "The format json does not hold portraits"),
        ("30 -o face.svg", "The size '30' is not WIDTHxHEIGHT"),
        ("20x30 --cell-mm 1 -o face.pdf", "give --cell-mm 1.6 or more"),
        ("20x30 --wall 2 -o face.png", "up to 2 of 16 pixels are too thin to show a picture"),
        ("20x30 --cell 2 -o face.png", "give walls of at least 3 pixels, and larger cells"),
        ("7x30 -o face.png", "A portrait of 7x30 cells shows next to nothing"),
        ("20x30 --mask nothing -o face.svg", "There is no file or silhouette 'nothing'"),
        ("20x30 --mask heart --algorithm eller -o face.svg", "eller"),
    ],
)
def test_nonsense_is_refused(
    words: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    PHOTO.save("photo.png")
    assert message in refusal("portrait", "photo.png", *words.split())
    assert len(list(tmp_path.iterdir())) == 1


def test_a_portrait_by_command_says_how_to_make_and_print_it(tmp_path: Path) -> None:
    PHOTO.save(tmp_path / "my face.png")
    done = run("portrait", "my face.png", "--mask", "circle", "-o", "face.svg", cwd=tmp_path)
    command, size = done.stderr.splitlines()
    assert command.startswith("labirinto portrait 'my face.png' 150x200 --mask circle --seed ")
    assert size == (
        "Print it 24 x 32 cm or larger, so that a pencil of 0.5 mm fits between the walls."
    )
    assert command.endswith(" -o face.svg")
    seed = command.split()[-3]
    words = ("150x200", "--mask", "circle", "--seed", seed, "--quiet", "-o", "again.svg")
    again = run("portrait", "my face.png", *words, cwd=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    assert (tmp_path / "again.svg").read_bytes() == (tmp_path / "face.svg").read_bytes()
