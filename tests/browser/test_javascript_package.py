"""The folder as others take it: its package, its types, and how it loads and loses its core."""

import json
import re
import shutil
from pathlib import Path

import pytest
from javascript import MODULE, answers, node

import labirinto

FOLDER = MODULE.parent
DOCS = Path(__file__).parents[2] / "docs"
CORE = json.dumps((FOLDER / "core.js").as_uri())


def test_the_algorithms_are_those_of_python():
    (found,) = answers(["return Object.values(labirinto.ALGORITHMS);"])
    assert found == [
        {
            "name": one.name,
            "title": one.title,
            "summary": one.summary,
            "uniform": one.uniform,
            "shapes": one.shapes,
            "endless": one.endless,
            "revision": one.revision,
            "parameters": [
                {"name": known.name, "default": known.default, "meaning": known.meaning}
                | ({"choices": [*known.choices]} if known.choices else {})
                | ({"selects": True} if known.selects else {})
                for known in one.parameters
            ],
        }
        for one in labirinto.ALGORITHMS.values()
    ]
    (kinds,) = answers(["return labirinto.ENDS_KINDS;"])
    assert kinds == [*labirinto.ENDS_KINDS]


def test_there_is_a_function_for_each_algorithm():
    bodies = []
    for name in labirinto.ALGORITHMS:
        first, *others = name.split("-")
        function = first + "".join(map(str.capitalize, others))
        bodies.append(f"return (await labirinto.{function}(9, 7, {{seed: 5}})).rows;")
    for name, rows in zip(labirinto.ALGORITHMS, answers(bodies), strict=True):
        assert rows == labirinto.generate(name, 9, 7, seed=5).rows


def test_types_have_the_names_of_the_module():
    (names,) = answers(["return Object.keys(labirinto).sort();"])
    types = (FOLDER / "labirinto.d.ts").read_text(encoding="utf-8")
    typed = re.findall(r"^export (?:class|function|const) (\w+)", types, re.MULTILINE)
    assert sorted(set(typed)) == names


@pytest.fixture
def installed(tmp_path):
    """The package as a program has it that depends on it."""
    shutil.copytree(FOLDER, tmp_path / "node_modules" / "labirinto")
    return tmp_path


def test_the_package_resolves_and_has_all_its_files(installed):
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    assert package["version"] == labirinto.__version__
    shipped = {path for pattern in package["files"] for path in FOLDER.glob(pattern)}
    always = {FOLDER / name for name in ("package.json", "README.md")}
    assert shipped | always == set(FOLDER.iterdir())
    program = """
    import * as labirinto from "labirinto";
    console.log(import.meta.resolve("labirinto"), import.meta.resolve("labirinto/core.wasm"));
    console.log((await labirinto.wilson(4, 3, { seed: "anna" })).command);
    """
    addresses, command = node(program, cwd=installed).splitlines()
    for address in addresses.split():
        assert address.startswith(installed.as_uri())
    assert command == "labirinto wilson 4x3 --seed anna"


def test_the_example_of_the_readme(installed):
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```js\n(.*?)```", readme, re.DOTALL)
    program = f"globalThis.document = {{ body: {{}} }};\n{example}\n"
    # An import stands before everything else.
    svg = node(program + "console.log(document.body.innerHTML);", cwd=installed)
    maze = labirinto.wilson(40, 30, seed="anna")
    ends = labirinto.suggest_ends(maze)
    assert (
        svg.strip() == labirinto.to_svg(maze, ends=ends, path=labirinto.solve(maze, *ends)).strip()
    )


EXAMPLES = re.findall(r"```js\n(.*?)```", (DOCS / "javascript.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_of_the_documentation_print_what_they_say(example):
    shown = re.findall(r"^console\.log\(.*\); // (.*)$", example, re.MULTILINE)
    assert node(example, cwd=FOLDER).splitlines() == shown != []


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("5", "LabirintoError"),
        ("new Uint8Array(8)", "LabirintoError"),
        ("new URL('missing.wasm', import.meta.url)", "LabirintoError"),
        ("Promise.reject(new Error('offline'))", "LabirintoError"),
        ("new Response('', {status: 404})", "LabirintoError"),
        ("bytes", None),
        ("Promise.resolve(new Response(bytes))", None),
        ("new WebAssembly.Module(bytes)", None),
    ],
)
def test_the_core_is_loaded_from_anywhere_and_again_after_a_fault(installed, source, error):
    core = json.dumps(str(FOLDER / "core.wasm"))
    program = f"""
    import {{ readFileSync }} from "node:fs";
    import * as labirinto from "labirinto";
    const bytes = readFileSync({core});
    const fault = await labirinto.load({source}).catch((error) => error);
    console.log(fault?.name ?? "", fault?.message.endsWith(".") ?? "");
    console.log((await labirinto.wilson(4, 3, {{ seed: "anna" }})).cells);
    """
    first, cells = node(program, cwd=installed).splitlines()
    assert first.split() == ([error, "true"] if error else [])
    assert cells == "12"


def test_what_needs_the_core_says_so_before_it_is_loaded(installed):
    program = """
    import * as labirinto from "labirinto";
    try { new labirinto.Maze(2, 1, new Uint8Array(2)).isPerfect; }
    catch (error) { console.log(error.name); }
    """
    assert node(program, cwd=installed).strip() == "LabirintoError"


def test_a_core_of_another_version_is_refused(installed):
    core = installed / "node_modules" / "labirinto" / "core.js"
    text, count = re.subn(
        r'const CORE = "[^"]*"', 'const CORE = "another"', core.read_text(encoding="utf-8")
    )
    assert count == 1
    core.write_text(text, encoding="utf-8")
    program = """
    import * as labirinto from "labirinto";
    const { name, message } = await labirinto.load().catch((error) => error);
    console.log(name, message.includes("version"));
    """
    assert node(program, cwd=installed).strip() == "LabirintoError true"


def test_after_a_trap_the_next_call_has_a_fresh_core():
    (found,) = answers(
        [
            f"""
            const {{ call }} = await import({CORE});
            const make = async () => (await labirinto.wilson(30, 30, {{ seed: 7 }})).rows;
            const rows = await labirinto.endless("eller", 30, {{ seed: 7 }});
            rows.read(10);
            const [faults, mazes] = [[], []];
            for (const work of [
              ({{ functions, put }}) => functions.farthest_pair(put(2), 2, 1, 0, 0, 99n),
              ({{ put }}) => put(2 ** 31),
            ]) {{
              try {{ call("A test", work); }} catch (error) {{ faults.push(error.name); }}
              mazes.push(await make());
            }}
            return {{ faults, mazes, next: rows.read(5) }};
            """
        ]
    )
    assert found["faults"] == ["LabirintoError", "TooLargeError"]
    assert set(found["mazes"]) == {labirinto.wilson(30, 30, seed=7).rows}
    rows = labirinto.generate_rows("eller", 30, seed=7)
    rows.read(10)
    assert found["next"] == rows.read(5).rows


def test_a_maze_that_does_not_fit_into_memory_is_refused(installed):
    program = """
    import * as labirinto from "labirinto";
    const refused = await labirinto.kruskal(3000, 3000, { seed: 7 }).catch((error) => error);
    console.log(refused.name, (await labirinto.kruskal(9, 9, { seed: 7 })).cells);
    """
    few_pages = "--wasm-max-mem-pages=500"  # 32 MB
    assert node(program, few_pages, cwd=installed).split() == ["TooLargeError", "81"]


@pytest.mark.parametrize(
    ("lack", "error"),
    [
        ("delete globalThis.WebAssembly;", "LabirintoError"),
        (
            "WebAssembly.Instance = class { constructor() { throw new RangeError(); } };",
            "TooLargeError",
        ),
        ("process.getBuiltinModule = undefined;", "LabirintoError"),
    ],
)
def test_a_place_that_cannot_run_the_core_says_so(installed, lack, error):
    program = f"""
    import * as labirinto from "labirinto";
    {lack}
    const refused = await labirinto.wilson(5, 5).catch((error) => error);
    console.log(refused.name, refused.message.endsWith("."));
    """
    assert node(program, cwd=installed).split() == [error, "true"]


def test_rows_without_end_in_pieces():
    cases = [("eller", {"join": 0.3}), ("wilson", {}), ("binary-tree", {}), ("sidewinder", {})]
    bodies = [
        f"""
        const options = {{ seed: "anna", ...{json.dumps(given)} }};
        const rows = await labirinto.endless("{name}", 77, options);
        const pieces = [rows.read(1), rows.read(50), rows.read(48), rows.finish()];
        return {{ pieces, y: rows.y, recipe: rows.recipe }};
        """
        for name, given in cases
    ]
    for (name, given), found in zip(cases, answers(bodies), strict=True):
        more = {"order": "endless"} if name == "wilson" else {}
        maze = labirinto.generate(name, 77, 100, seed="anna", **given, **more)
        assert b"".join(found["pieces"]) == maze.rows
        assert found["y"] == 100
        assert found["recipe"] == maze.recipe.as_dict()


def test_what_is_given_can_change_without_the_maze():
    body = """
    const rows = new Uint8Array(2), mask = new Uint8Array([1]);
    const maze = new labirinto.Maze(2, 1, rows, { mask });
    rows[0] = 1;
    mask[0] = 3;
    return { rows: maze.rows, mask: maze.mask, isFrozen: Object.isFrozen(maze) };
    """
    assert answers([body]) == [{"rows": bytes(2), "mask": b"\1", "isFrozen": True}]
