"""Pictures and data, requested as ``docs/openapi.py`` describes them."""

from __future__ import annotations

import sys
from pathlib import Path

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from tiers import examples, is_deep

from labirinto.web.app import create_app
from labirinto.web.fields import PARAMETERS
from labirinto.web.file_kinds import KINDS
from labirinto.web.maze_fields import LOOK, SHAPING

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "docs"))

import openapi

schema = schemathesis.openapi.from_dict(openapi.description())
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
    described = openapi.addresses()
    assert {path.rpartition(".")[2] for path in described if "/maze/" in path} == set(KINDS)
    named = {it["name"] for it in described["/maze/{algorithm}/{size}/{seed}.svg"]["parameters"]}
    assert named >= {it.name for it in (*SHAPING, *LOOK, *PARAMETERS)}
