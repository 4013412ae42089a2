"""Matches: turns, legal actions, chance, copies, records, refusals, words."""

from __future__ import annotations

import copy
import json
import pickle
import random
import xml.etree.ElementTree as xml

import numpy as np
import polynya
import pytest
from setups import Setup, finished, named, number, plain, some

SETUPS = plain() + some(number("POLYNYA_SETS", 5))


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_a_match_is_played_to_its_end_and_comes_back_from_its_record(setup: Setup) -> None:
    game, seats, options = setup
    match = polynya.Match(game, seats, options, 3)
    rng = random.Random(3)
    for _ in range(400):
        if match.is_over:
            break
        seat = match.seat
        assert seat is not None and seat in match.awaited and set(match.awaited) <= set(match.acting)
        legal = match.legal()
        assert legal == np.flatnonzero(match.mask()).tolist() and legal
        words = match.legal_words()
        assert [match.number(word) for word in words] == legal
        assert {f"{seat + 1} {word}" for word in words} <= set(match.legal_steps())
        seen = match.observe()
        assert seen.shape == (polynya.info(game).observation_size,) and seen.dtype == np.float32
        match.play(rng.choice(legal))
    again = polynya.Match.from_record(match.record()) if match.is_over else pickle.loads(pickle.dumps(match))
    assert again == match and hash(again) == hash(match) and again.steps == match.steps
    if match.is_over:
        assert match.winners is not None and match.scores is not None and len(match.scores) == seats
        total = sum(match.returns)
        assert abs(total) < 1e-6 or polynya.info(game).cooperative
        assert match.legal_steps() == [] and match.seat is None and match.awaited == []


@pytest.mark.parametrize("game", polynya.games())
def test_an_analysis_adds_up(game: str) -> None:
    match = polynya.Match(game, seed=3)
    rng = random.Random(3)
    for _ in range(4):
        match.play(rng.choice(match.legal()))
    told = match.analysis()
    assert not told["finished"] and told["together"] == polynya.info(game).cooperative
    assert [step["words"] for step in told["steps"]] == [step.split(" ", 1)[1] for step in match.steps]
    value = told["start"]
    for step, words in zip(told["steps"], match.steps):
        who = words.split(" ", 1)[0]
        assert step["seat"] == (None if who == "*" else int(who) - 1)
        assert step["mark"] in (None, "lucky", "unlucky", "best", "fine", "slip", "blunder")
        assert np.allclose(np.add(value, step["change"]), step["value"], atol=1e-6)
        value = step["value"]
    whole = np.add(np.add(told["start"], told["luck"]), told["skill"])
    assert np.allclose(whole, told["result"], atol=1e-6) and np.allclose(value, told["result"], atol=1e-6)
    assert np.allclose(np.add(told["own"], told["others"]), told["skill"], atol=1e-6)


def test_only_bots_with_a_network_ask_it() -> None:
    match = polynya.Match("rescue-polar-bears", 3, seed=3)
    inputs, log_odds = match.network_question()
    assert inputs.dtype == np.float32 and np.isfinite(inputs).all() and inputs.any() and abs(log_odds) < 20
    for bot, told in [("random", "`random` of rescue-polar-bears has no network"), ("grady", "there is no bot `grady`")]:
        with pytest.raises(ValueError, match=told):
            match.network_question(bot)
    with pytest.raises(ValueError, match="of polar-dare has no network"):
        polynya.Match("polar-dare", 2).network_question()


@pytest.mark.parametrize("game", polynya.games())
def test_chance_can_be_asked_chosen_and_drawn(game: str) -> None:
    match = polynya.Match(game, seed=5, ask_for_chance=True)
    rng = random.Random(5)
    asked = 0
    for _ in range(300):
        if match.is_over:
            break
        if match.is_chance:
            odds = match.odds()
            assert abs(sum(share for _, share in odds) - 1) < 1e-9
            assert match.awaited == [] and match.legal_steps() == sorted(f"* {words}" for words, _ in odds)
            by_number, by_words, drawn = match.copy(), match.copy(), match.copy()
            index = rng.randrange(len(odds))
            by_number.settle(index)
            by_words.settle(odds[index][0])
            assert by_number == by_words and by_number.steps[-1] == f"* {odds[index][0]}"
            drawn.draw()
            assert drawn.steps[-1][2:] in {words for words, _ in odds}
            match = drawn if asked % 2 else by_number
            asked += 1
        else:
            assert match.odds() == []
            match.play(rng.choice(match.legal()))
    assert asked > 3


@pytest.mark.parametrize("game", polynya.games())
def test_the_seed_draws_the_same_dice_asked_or_not(game: str) -> None:
    by_itself = polynya.Match(game, seed=9)
    asking = polynya.Match(game, seed=9, ask_for_chance=True)
    rng = random.Random(9)
    for _ in range(100):
        while asking.is_chance:
            asking.draw()
        assert by_itself == asking and by_itself.steps == asking.steps
        if by_itself.is_over:
            break
        action = rng.choice(by_itself.legal())
        by_itself.play(action)
        asking.play(action)


@pytest.mark.parametrize("game", polynya.games())
def test_undo_copies_and_prefixes(game: str) -> None:
    match = polynya.Match(game, seed=2)
    rng = random.Random(2)
    for _ in range(30):
        before = match.copy()
        match.play(rng.choice(match.legal()))
        if match.is_over:
            break
        taken_back = match.copy()
        assert taken_back.undo() and taken_back == before and taken_back.steps == before.steps
        assert copy.deepcopy(match) == match == copy.copy(match)
        assert match.prefix(len(before)) == before
        assert match.steps[: len(before)] == before.steps
    fresh = polynya.Match(game, seed=2)
    assert not fresh.undo()


def test_equal_positions_are_equal_and_others_are_not() -> None:
    one, two = polynya.Match("polar-dare", 2, seed=1), polynya.Match("polar-dare", 2, seed=99)
    assert one == two and hash(one) == hash(two) and len({one, two}) == 1
    assert one != polynya.Match("polar-dare", 3, seed=1) and one != polynya.Match("polar-roller", seed=1)
    assert one != "a text"


def test_a_refusal_names_its_clause() -> None:
    match = polynya.Match("polar-dare", 2, seed=1)
    with pytest.raises(polynya.Refusal) as refused:
        match.play("hop start a1")
    refusal = refused.value
    assert refusal.clause and refusal.text and refusal.reason and refusal.tried == "1 hop start a1"
    assert refusal.clause in str(refusal)
    again = pickle.loads(pickle.dumps(refusal))
    assert (again.clause, again.text, again.reason, again.tried) == (
        refusal.clause,
        refusal.text,
        refusal.reason,
        refusal.tried,
    )
    with pytest.raises(polynya.Refusal, match="rule T4"):
        match.push("* P2")
    over = finished(polynya.Match("polar-roller", 2, seed=1))
    with pytest.raises(polynya.Refusal, match="rule T2"):
        over.play(0)


def test_records_go_in_and_out() -> None:
    match = finished(polynya.Match("polar-roller", 3, seed="a text"))
    record = json.loads(match.record())
    assert record["game"] == "polar-roller" and record["seats"] == 3 and record["seed"] == match.seed
    assert record["steps"] == match.steps
    replayed = polynya.Match("polar-roller", 3, record["options"], ask_for_chance=True)
    for step in record["steps"]:
        assert step in replayed.legal_steps()
        replayed.push(step)
    assert replayed == match
    record["steps"][4] = "* nonsense"
    with pytest.raises(ValueError, match=r"steps\[4\]"):
        polynya.Match.from_record(json.dumps(record))


@pytest.mark.parametrize("game", polynya.games())
def test_boards_words_and_pictures(game: str) -> None:
    match = polynya.Match(game, seed=4)
    rng = random.Random(4)
    for _ in range(20):
        match.play(rng.choice(match.legal()))
    assert match.describe() == str(match) and len(match.describe().splitlines()) > 3
    assert match.prompt() and match.prompt(0) and match.name(0) and match.story()
    assert all(isinstance(danger, bool) for _, danger in match.forecast())
    assert match.gauges() and match.text.startswith(game)
    assert [match.label(number) for number in match.legal()]
    picture = xml.fromstring(match._repr_svg_())
    assert picture.tag.endswith("svg") and len(list(picture.iter())) > 10


@pytest.mark.parametrize("game", polynya.games())
def test_bots_and_hints(game: str) -> None:
    match = polynya.Match(game, seed=6)
    rng = random.Random(6)
    for _ in range(5):
        match.play(rng.choice(match.legal()))
    for name in ["random", "greedy"]:
        assert polynya.bot(name).choose(match) in match.legal()
    bot = polynya.bot("greedy", seed=3)
    before = match.copy()
    assert match.play_bot(bot) in before.legal()
    assert len(match) > len(before)
    hint = match.hint(seconds=0.05)
    assert hint["actions"][0] in match.legal() and hint["reason"]
    assert pickle.loads(pickle.dumps(bot)).name == "greedy"
