"""The documentation site: Sphinx with MyST, built by ``make docs`` into build/docs."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402

import labirinto  # noqa: E402

generate.everything(HERE / "generated")

project = "Labirinto"
author = "The Labirinto authors"
copyright = author
version = release = labirinto.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["generated/snippets"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
suppress_warnings = [
    "myst.header",  # an included part may begin below the top level
    "misc.highlighting_failure",  # prompts and continuation lines within one block
]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False
python_use_unqualified_type_names = True

# References are checked (-n).  Other projects' types have no page here, and the build needs no
# network to find theirs.
nitpick_ignore_regex = [
    ("py:.*", r"(collections|np|numpy|networkx|os|pathlib|types|typing|PIL|weakref)\..*"),
    ("py:.*", r"labirinto\.(_internal|_core)\..*"),
]

html_theme = "furo"
html_title = f"Labirinto {version}"
html_static_path = ["static"]
html_css_files = ["labirinto.css"]
html_favicon = "static/icon.svg"
html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}
