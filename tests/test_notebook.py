"""The notebooks run without errors and are committed without outputs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

DOCS = Path(__file__).parent.parent / "docs"
NOTEBOOKS = sorted(DOCS.glob("*.ipynb"))

RUN = """
import sys
import nbclient
import nbformat

notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
nbformat.write(notebook, "run.ipynb")
"""


def outputs_of(name: str, folder: Path) -> list[Any]:
    # In a process of its own, because kernels raise warnings of other packages.
    subprocess.run([sys.executable, "-c", RUN, DOCS / name], cwd=folder, check=True, timeout=120)
    notebook = nbformat.read(folder / "run.ipynb", as_version=4)
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


def test_the_notebook_of_algorithms_runs(tmp_path: Path) -> None:
    outputs = outputs_of("watching-algorithms.ipynb", tmp_path)
    pictures = [output.data for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) > 12
    assert any(output.get("data", {}).get("text/plain") == "True" for output in outputs)
    assert (tmp_path / "wilson.gif").read_bytes().startswith(b"GIF89a")


@pytest.mark.deep
def test_the_notebook_of_spanning_trees_runs(tmp_path: Path) -> None:
    outputs = outputs_of("sampling-spanning-trees.ipynb", tmp_path)
    said = "".join(output.get("text", "") for output in outputs)
    assert "2000\n2000 50.0 " in said
    assert any(output.get("data", {}).get("text/plain") == "True" for output in outputs)
    assert sum("image/svg+xml" in output.get("data", {}) for output in outputs) == 2


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_has_no_outputs(file: Path) -> None:
    notebook = nbformat.read(file, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
