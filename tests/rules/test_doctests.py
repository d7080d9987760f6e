"""The examples in the docstrings of the rules are true."""

import doctest
from types import ModuleType

import pytest

import rules.accounts
import rules.fairness
import rules.games
import rules.games.run_buster
import rules.odds
import rules.protocol
import rules.tallies

MODULES = (
    rules.accounts,
    rules.fairness,
    rules.games,
    rules.games.run_buster,
    rules.odds,
    rules.protocol,
    rules.tallies,
)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples(module: ModuleType) -> None:
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0
