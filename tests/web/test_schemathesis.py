"""Pictures and data, requested as ``docs/openapi.json`` describes them."""

from __future__ import annotations

import json
from pathlib import Path

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from tiers import examples, is_deep

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.animate import FILMS
from labirinto.solving import ENDS_KINDS
from labirinto.web.app import create_app
from labirinto.web.films import MAX_FILM_SIDE
from labirinto.web.maze_fields import LOOKS, MAX_SIDE
from labirinto.web.maze_request import KINDS
from labirinto.web.shapes import SHAPES

DESCRIPTION = Path(__file__).parent.parent.parent / "docs" / "openapi.json"

described = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
parts = described["components"]["parameters"]
parts["algorithm"]["schema"]["enum"] = list(ALGORITHMS)
parts["film"]["schema"]["enum"] = list(FILMS)
schema = schemathesis.openapi.from_dict(described)
schema.app = create_app()
# The boundaries of all parameters: hundreds of requests an operation.
schema.config.phases.coverage.enabled = is_deep()


@schema.parametrize()
@examples(60)
def test_responses_are_as_described(case: schemathesis.Case) -> None:
    # More is accepted than described, as in the form: empty fields, digits of any script, teal.
    # Constraints between fields, such as a wall thinner than its cell, cannot be described.
    case.call_and_validate(
        timeout=60, excluded_checks=[negative_data_rejection, positive_data_acceptance]
    )


def test_the_description_is_complete() -> None:
    assert parts["ends"]["schema"]["enum"] == ["none", *ENDS_KINDS]
    assert parts["look"]["schema"]["enum"] == [look for look in LOOKS if look]
    assert parts["shape"]["schema"]["enum"] == list(SHAPES[1:])
    assert parts["film_size"]["schema"]["description"].endswith(f"{MAX_FILM_SIDE}.")
    assert parts["size"]["schema"]["description"].endswith(f"{MAX_SIDE}.")
    assert {path.rpartition(".")[2] for path in described["paths"] if "/maze/" in path} == set(
        KINDS
    )
