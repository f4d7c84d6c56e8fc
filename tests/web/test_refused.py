"""Values that cannot be: a sentence at their field, on pages and in the answers of files."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

import pytest
from starlette.testclient import TestClient
from test_web_shapes import MASK

MAZES = f"""
sizes and looks
    width    width=0 width=forty width={1000 * "1"}
    height   height=5001 height=-3
    level    level=impossible
    ends     ends=middle width=1&height=1&ends=corners
    solution solution=yes
    look     look=neon
    cell     cell=1 cell=4&wall=4 width=3000&height=3000&cell=16
    wall     wall=0 wall=16
    walls_colour walls_colour=reddish
    join     eller?join=1.01
    drop     eller?drop=nan
shapes
    shape    shape=blob shape=/etc/passwd shape=ring&width=1&height=1
    letters  shape=letters shape=letters&letters={31 * "a"} shape=letters&letters=%F0%9F%92%A9
             shape=letters&letters=a%00b shape=letters&letters=Anna&width=1&height=1
    mask     shape=drawn shape=drawn&mask=AAAA shape=drawn&width=9&height=4&mask={MASK}
             shape=drawn&width=5&height=4&mask={2100 * "A"}
    width    shape=hexagonal&width=501
    height   shape=heart&height=1001
    ends     shape=circular&width=20&height=20&ends=0,0-10,0 shape=heart&ends=0,0-5,5 ends=3-17
             shape=voronoi&width=9&height=9&ends=3-81
loops
    braid    shape=hexagonal&braid=0.5 braid=1.5 braid=nan width=301&braid=1
    ends     width=101&height=101&braid=1&ends=farthest
rooms
    rooms    rooms=-1 rooms=three rooms=25 rooms=101&width=300&height=300 rooms=1&width=301
             rooms=1&width=2 rooms=1&shape=hexagonal eller?rooms=1
    doors    rooms=3&doors=5 rooms=3&doors=1e9 rooms=1&doors=1&width=9&height=3
    ends     rooms=2&ends=farthest&width=101&height=101
symmetry
    symmetry symmetry=turn2 symmetry=z symmetry=x&braid=0.5 symmetry=x&rooms=2
             symmetry=x&shape=heart symmetry=x&shape=hexagonal symmetry=x&width=301
             eller?symmetry=x
orders of walks
    order    order=rows&shape=heart order=endless&shape=hexagonal order=rows&rooms=2
             order=endless&shape=letters&letters=ab order=rows&shape=heart&picture=1
ends
    ends     width=9&height=7&ends=0,0-9,6 width=9&height=7&ends=3,3-3,3
             width=9&height=7&ends=0,0-99999999999999999999,1
"""
FORMS = f"""
book?algorithm=eller&count=3&from_width=5&from_height=4&to_width=7&to_height=6
    count=0 count=101 count=many from_width=0 from_height=-3 to_width={30 * "9"} title={101 * "x"}
    title=日本 title=a%00b paper=a9 per_page=3 answers=never algorithm=primula ends=middle
    plain=2 seed=-1 join=2 names=%F0%9F%92%A9 names={31 * "a"} names={101 * "a,"} shapes=blob
    shapes=heart names=Anna
worksheet?width=20&height=26
    width=0 width=500 paper=b5 ends=left ends=1e9,0-3,3 algorithm=x answer=2 unnamed=x seed=-1
    title=a%F4%8F%BF%BD
class?count=2
    count=0 count=101 level=harder shape=drawn paper=a9 title={101 * "x"} seed=-1
gift?letters=Anna
    letters={31 * "x"} letters= letters=日本 shape=hexagonal level=harder title={61 * "x"} paper=a0
    picture=2 seed=-1
"""


ADDRESSES = f"""
size        /maze/wilson/0x3/7.svg /maze/wilson/big/7.svg /maze/wilson/5001x3/7.png
            /maze/wilson/2000x2000/7.svg /steps/wilson/65x64/7 /steps/wilson/64x65/7
            /steps/wilson/5001x1/7 /steps/wilson/0x3/7 /steps/wilson/-3x3/7 /steps/wilson/3x3x3/7
            /tile/wilson/5001x3/1/0/0/7.png
size,seed   /steps/wilson/big/-1
seed        /maze/wilson/3x3/.svg /steps/wilson/3x3/18446744073709551616 /steps/wilson/3x3/%20
            /steps/wilson-walls/3x3/
format      /maze/wilson/3x3/7.gif /preview/wilson/5x5/1.svg /preview/wilson/5x5/1.json
            /preview/wilson/5x5/1.pdf /preview/wilson/5x5/1.stl /tile/wilson/400x300/1/0/0/7.svg
            /about/wilson/400x300/7.png
format,seed /maze/wilson/3x3/7 /preview/wilson/5x5/1
picture     /maze/kruskal/56x54/7.svg?shape=heart&picture=1 /maze/wilson/56x54/7.svg?picture=1
            /maze/wilson/56x54/7.svg?shape=heart&picture=yes
            /steps/wilson/56x54/7?shape=heart&picture=1
size        /maze/wilson/57x54/7.svg?shape=heart&picture=1
picture,size /maze/wilson/8x8/7.svg?shape=heart&picture=1
ends        /maze/wilson/1x1/7.svg?solution=1 /about/wilson/400x300/7.json?ends=9,9-9,9
ends,look   /maze/wilson/3x3/7.svg?ends=x&look=y
join,drop   /steps/eller/3x3/7?join=2&drop=often
tile        /tile/wilson/400x300/9/0/0/7.png /tile/wilson/400x300/-9/0/0/7.png
            /tile/wilson/400x300/1/9/0/7.png /tile/wilson/400x300/x/0/0/7.png
            /tile/wilson/400x300/1/-1/0/7.png /tile/wilson/400x300/1/٣/0/7.png
            /tile/wilson/400x300/1/{5000 * "9"}/0/7.png
distances   /tile/wilson/4000x3000/1/0/0/7.png?distances=1
            /tile/wilson/400x300/1/0/0/7.png?distances=yes
embed       /embed/it/wilson?width=400&height=9&seed=7
width       /embed/it/wilson?width=0
shape       /embed/it/wilson?shape=cat
"""


def addresses_of_files() -> list[tuple[str, str]]:
    """The fields, and addresses in which they are invalid."""
    found, fields = [], ""
    for line in ADDRESSES.strip().splitlines():
        words = line.split()
        fields = fields if line.startswith(" ") else words.pop(0)
        found += [(fields, address) for address in words]
    return found


def queries_of_mazes() -> list[tuple[str, str]]:
    """The fields, and queries in which they are invalid."""
    found, field = [], ""
    for line in MAZES.splitlines():
        if line.startswith(" "):
            words = line.split()
            field = field if line.startswith(13 * " ") else words.pop(0)
            found += [(field, query) for query in words]
    return found


def queries_of_forms() -> list[tuple[str, str, str]]:
    """Forms, queries that they take, and one invalid field each."""
    found, form, query = [], "", ""
    for line in FORMS.splitlines():
        if line.startswith(" "):
            found += [(form, query, pair) for pair in line.split()]
        else:
            form, _, query = line.partition("?")
    return found


def short(value: str) -> str:
    return value[:40]


@pytest.mark.parametrize(("field", "query"), queries_of_mazes(), ids=short)
def test_a_maze_that_cannot_be_gets_a_sentence(client: TestClient, field: str, query: str) -> None:
    algorithm = "eller" if query.startswith("eller?") else "wilson"
    query = query.removeprefix("eller?")
    answer = client.get(f"/en/{algorithm}?seed=7&{query}")
    assert answer.status_code == 422
    assert f'id="{field}-error"' in answer.text
    fields = dict(parse_qsl(query))
    sides = f"{fields.get('width', 40)}x{fields.get('height', 30)}"
    assert client.get(f"/maze/{algorithm}/{sides}/7.svg?{query}").status_code == 422


@pytest.mark.parametrize(("fields", "address"), addresses_of_files(), ids=short)
def test_an_address_of_no_file_is_refused_with_reasons(
    client: TestClient, fields: str, address: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert set(answer.json()["errors"]) == set(fields.split(","))


@pytest.mark.parametrize(("form", "query", "pair"), queries_of_forms(), ids=short)
def test_what_cannot_be_printed_is_reported_at_its_field(
    client: TestClient, form: str, query: str, pair: str
) -> None:
    (invalid,) = parse_qsl(pair, keep_blank_values=True)
    fields = {"seed": "7", **dict([*parse_qsl(query), invalid]), "make": "1"}
    page = client.get(f"/it/{form}", params=fields)
    assert page.status_code == 422
    assert f'id="{invalid[0]}-error"' in page.text
    refused = client.get(f"/it/{form}.pdf", params=fields)
    assert refused.status_code == 422
    # The other side may not fit either.
    sides = {"from_width", "from_height", "to_width", "to_height", "width", "height"}
    found = set(refused.json()["errors"])
    assert invalid[0] in found
    assert len(found) == 1 or found <= sides


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("width=500", "width", "cells, in portrait or landscape"),
        ("width=1&height=1", "ends", "single cell"),
        ("width=1&height=1&ends=left", "ends", "single cell"),
        # Two cells that the valid size lacks.
        ("width=x&ends=0,0-39,5", "ends", "from 0,0 to 19,25"),
        ("width=300&ends=0,0-299,5", "ends", "from 0,0 to 19,25"),
        ("width=x&ends=0,0-19,5", "width", "at most"),
        ("ends=1e9,0-3,3", "ends", "two different cells of the maze, from 0,0 to 19,25"),
        ("algorithm=eller&join=2", "join", "from 0 to 1"),
        ("title=a%F4%8F%BF%BD", "title", "U+10FFFD"),
    ],
)
def test_the_sentence_names_what_can_be(
    client: TestClient, query: str, field: str, words: str
) -> None:
    page = client.get(f"/en/worksheet?{query}&make=pdf")
    assert words in re.search(f'id="{field}-error">([^<]+)', page.text)[1]
