"""The pages of docs/python are made from what the engine says of each game: POLYNYA_WRITE=1 writes them again."""

from __future__ import annotations

import os
from pathlib import Path

import polynya
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs/python"


def page(game: str) -> str:
    known = polynya.info(game)
    match = polynya.Match(game, seed=1)
    gauges = sorted({gauge["name"] for gauge in match.gauges()})
    seats = f"{known.min_seats} to {known.max_seats} seats, usually {known.usual_seats}"
    kind = "All play together." if known.cooperative else "Everybody against everybody."
    if known.simultaneous:
        kind += " All seats act at the same time."
    words = polynya.actions(game)
    shown = ", ".join(f"{number} `{words[number]}`" for number in range(0, len(words), max(1, len(words) // 8)))
    lines = [
        f"# {known.title}: `{game}`",
        "",
        "<!-- Made by python/tests/test_pages.py from what the engine says; POLYNYA_WRITE=1 writes it again. -->",
        "",
        f"{known.summary} {seats}. {kind}",
        "",
        f"```python\nmatch = polynya.Match({game!r}, seats={known.usual_seats}, seed=7)\n```",
        "",
        f"Bots: {', '.join(f'`{bot}`' for bot in known.bots)}. Gauges, for `shaping`: "
        f"{', '.join(f'`{name}`' for name in gauges)}.",
        "",
        f"## Actions: {known.actions}",
        "",
        f"`polynya.actions({game!r})` lists the words of all numbers. Some of them: {shown}.",
        "",
        "## Options",
        "",
        "| Option | Takes, the usual first | What it changes |",
        "|---|---|---|",
    ]
    for option in known.options:
        takes = option.takes.replace("|", "\\|")
        lines.append(f"| `{option.name}` | {takes} | {option.about.replace('|', chr(92) + '|')} |")
    lines += [
        "",
        f"## Observation: {known.observation_size} numbers, version {known.observation_version}",
        "",
        "As float32. Seats are counted from the one that looks; what does not exist is zero. "
        f"`polynya.info({game!r}).field(NAME).place` is the slice of a field.",
        "",
        "| Field | Place | Numbers | From | To | What they mean |",
        "|---|---|---|---|---|---|",
    ]
    for field in known.fields:
        meaning = field.meaning.replace("|", "\\|")
        lines.append(f"| `{field.name}` | {field.at} | {field.size} | {field.min:g} | {field.max:g} | {meaning} |")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", polynya.games())
def test_the_page_of_a_game_is_fresh(game: str) -> None:
    file, text = FOLDER / f"{game}.md", page(game)
    if os.environ.get("POLYNYA_WRITE"):
        file.write_text(text)
    assert file.read_text() == text, "stale: POLYNYA_WRITE=1 sh scripts/python test writes it again"
