"""The notebook runs without errors and is committed without outputs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import nbformat

NOTEBOOK = Path(__file__).parent.parent / "docs" / "watching-algorithms.ipynb"

RUN = """
import sys
import nbclient
import nbformat

notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
nbformat.write(notebook, "run.ipynb")
"""


def test_the_notebook_runs(tmp_path: Path) -> None:
    # In a process of its own, because kernels raise warnings of other packages.
    subprocess.run([sys.executable, "-c", RUN, NOTEBOOK], cwd=tmp_path, check=True, timeout=120)
    notebook = nbformat.read(tmp_path / "run.ipynb", as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    pictures = [output.data for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) > 12
    assert any(output.get("data", {}).get("text/plain") == "True" for output in outputs)
    assert (tmp_path / "wilson.gif").read_bytes().startswith(b"GIF89a")


def test_the_notebook_has_no_outputs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
