"""What holds of every game in the list, played at random: nothing appears or vanishes, and all can be taken back."""

import json
from random import Random
from string import Formatter

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules.events import Round, Told
from rules.game import Say
from rules.games import GAMES, by_key
from rules.house import values
from rules.protocol import action_from_dict, action_to_dict, event_to_dict, serve, to_line
from rules.sayings import offer_sentence, told_sentence
from rules.table import Table

MOST_STEPS = 120
evenings = st.tuples(st.sampled_from(GAMES), st.integers(2, 5), st.integers(0, 10**6))
few = settings(max_examples=40, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])


def seated(game, count):
    players = tuple(f"p{n}" for n in range(count))
    return Table(game, players, players[count // 2])


def something_agreed(table, chance):
    """What people may agree on before they play: some of the options, each with one of its values."""
    options = [option for option in table.game.options if chance.random() < 0.6]
    return Say("rules", {option.key: chance.choice(values(option, table.players)) for option in options})


def played(table, chance, any_action, steps=MOST_STEPS):
    """Random play, step by step: each action and what it was answered with."""
    if table.game.options and chance.random() < 0.7:
        said = something_agreed(table, chance)
        yield said, table.push(said)
    for _ in range(steps):
        action = any_action(table, chance)
        if action is None:
            return
        yield action, table.push(action)


@few
@given(evening=evenings)
def test_taking_back_returns_exactly(evening, random_action):
    game, count, seed = evening
    table, chance = seated(game, count), Random(seed)
    before = []
    agreed = chance.randrange(3) if game.options else 0
    for step in range(MOST_STEPS):
        action = something_agreed(table, chance) if step < agreed else random_action(table, chance)
        if action is None:
            break
        before.append((table._state, table.prompt(), table.position))
        table.push(action)
    while before:
        state, prompt, position = before.pop()
        undone, *told = table.pop()
        if not (isinstance(undone.action, Say) and undone.action.word == "rules"):
            prompt = tuple(event for event in prompt if not (isinstance(event, Told) and event.word == "rules"))
        assert tuple(told) == prompt
        assert (table._state, table.position) == (state, position)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_taking_back_the_first_action_answers_the_prompt_alone(game, random_action):
    """As in Run Buster: what is agreed on is told anew only where that itself was taken back."""
    table = seated(game, 2)
    opening = [event for event in table.prompt() if not (isinstance(event, Told) and event.word == "rules")]
    assert len(opening) == 1
    first = random_action(table, Random(3))
    table.push(first)
    undone, *told = table.pop()
    assert action_to_dict(undone.action)["action"] == action_to_dict(first)["action"]
    assert told == opening
    if game.options:
        house = table.prompt()[0]
        table.push(Say("rules", {game.options[0].key: game.options[0].words[-1] if game.options[0].words else 7}))
        assert table.prompt()[0] != house
        assert table.pop()[1:] == (house, *opening)


@few
@given(evening=evenings)
def test_a_session_fed_back_gives_itself(evening, random_action):
    game, count, seed = evening
    table = seated(game, count)
    answers = list(played(table, Random(seed), random_action))
    told = [to_line(event_to_dict(event)) for _, events in answers for event in events]
    lines = [to_line(action_to_dict(action)) for action in table.actions]
    written: list[str] = []
    serve(lines, written.append, game, table.players, table.first)
    opening = [to_line(event_to_dict(event)) for event in seated(game, count).prompt()]
    assert written == opening + told
    assert [action_from_dict(json.loads(line)) for line in lines] == list(table.actions)


@few
@given(evening=evenings)
def test_whatever_is_offered_is_followed_and_the_prompt_is_the_last_word(evening, random_action):
    game, count, seed = evening
    table, chance = seated(game, count), Random(seed)
    for _ in range(MOST_STEPS):
        position = table.position
        assert (position.awaits == "nothing") == (table.outcome() is not None) == (position.to_move is None)
        assert bool(position.offers) == (position.awaits == "say")
        for offer in position.offers[:: max(1, len(position.offers) // 8)]:
            game.apply(table._state, offer)
        action = random_action(table, chance)
        if action is None:
            assert table.prompt() == ()
            break
        events, prompt = table.push(action), table.prompt()
        assert events[len(events) - len(prompt) :] == prompt


@few
@given(count=st.integers(2, 6), seed=st.integers(0, 10**6), key=st.sampled_from(["liars-dice", "perudo"]))
def test_no_die_appears_or_vanishes_under_the_cups(count, seed, key, random_action):
    table = seated(by_key(key), count)
    lost = 0
    for _, events in played(table, Random(seed), random_action):
        lost += sum(isinstance(event, Told) and event.word == "loses" for event in events)
        shown = [event for event in events if isinstance(event, Told) and event.word == "shown"]
        assert all(len(event.fields["faces"]) >= 1 for event in shown)
        under = sum(place.cup for place in table.position.places)
        assert under == 5 * count - (lost if key == "perudo" else 0)


@few
@given(count=st.integers(2, 6), seed=st.integers(0, 10**6))
def test_no_point_appears_or_vanishes(count, seed, random_action):
    table = seated(by_key("tally-up"), count)
    ledger, running = dict.fromkeys(table.players, 0), 0
    for _, events in played(table, Random(seed), random_action):
        for event in events:
            match event:
                case Told("scored", _, fields):
                    running += fields["points"]
                case Told("up", _, {"effect": effect}):
                    running = {"-100": running - 100, "+100": running + 100, "x2": 2 * running}.get(effect, running)
                case Told("bust", _, {"lost": lost}):
                    assert lost == running
                    running = 0
                case Told("out", player, {"banked": banked}):
                    assert banked == running
                    ledger[player] += banked
                case Told("tally-up" | "also", player, {"points": points}):
                    ledger[player] += points
                case Round() | Told("wins"):
                    running = 0
        assert {place.player: place.score for place in table.position.places} == ledger
        assert table.position.running == running


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_simulated_players_play_to_the_end(game, random_action):
    table, chance = seated(game, 3), Random(1)
    if game.key == "tally-up":
        table.push(Say("rules", {"goal": 300}))
    for _ in range(2000):
        position = table.position
        if position.awaits == "say":
            offer = position.offers[0]
            theirs = tuple(o for o in position.offers if o.player == offer.player)
            secret = (3, 3, 1, 6, 2)[: position.place(offer.player).cup]
            table.push(game.favourite(position, theirs, secret, chance))
        elif (action := random_action(table, chance)) is not None:
            table.push(action)
        else:
            break
    assert table.outcome() is not None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_own_event_and_offer_has_a_sentence_with_holes_that_are_filled(game, random_action):
    if game.key == "run-buster":
        return
    said = set()
    for seed in range(30):
        table = seated(game, 2 + seed % 3)
        if game.key == "tally-up":
            table.push(Say("rules", {"goal": 1200}))
        for action, events in played(table, Random(seed), random_action):
            advice = game.advice(table.position)
            for event in [*events, advice]:
                if isinstance(event, Told):
                    said |= {
                        event.word,
                        *(f"{event.word} {key}" for key, value in event.fields.items() if value is True),
                    }
                    assert event.word in game.sayings, event
                    assert told_sentence(game.sayings, event)
            if isinstance(action, Say):
                said.add("say " + action.word)
                assert offer_sentence(game.sayings, action)
    unsaid = {key for key in game.sayings if not key.startswith("=")} - said
    assert unsaid <= {"rules", "tie", "beats", "bid zhai", "say bid zhai"}, "sentences for events that do not come"
    for sentence in game.sayings.values():
        assert all(name is None or name.isidentifier() for _, name, _, _ in Formatter().parse(sentence))
