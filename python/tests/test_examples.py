"""The examples run: the notebook whole, and the learning one for a few updates that can be repeated."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PROGRAM = os.environ.get("POLYNYA_PROGRAM", str(EXAMPLES.parents[1] / "target/debug/polynya"))


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_notebook_runs(capsys: Any) -> None:
    cells = json.loads((EXAMPLES / "questions.ipynb").read_text())["cells"]
    names: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "questions.ipynb", "exec"), names)
    assert "4 seats" in capsys.readouterr().out and names["match"]._repr_svg_()


def test_learning_can_be_repeated(capsys: Any, tmp_path: Path) -> None:
    example = loaded("self_play")
    one, curve = example.learn(seed=1, minutes=0, updates=2, matches=16, steps=4)
    two, _ = example.learn(seed=1, minutes=0, updates=2, matches=16, steps=4)
    assert all(np.array_equal(one.weights[name], two.weights[name]) for name in one.weights)
    assert 0 <= example.share(one, "random", 2, seed=1) <= 1
    example.draw([3.0, 2.0, 1.0], tmp_path / "curve.svg")
    assert "polyline" in (tmp_path / "curve.svg").read_text()


def test_a_value_network_is_learnt_and_can_be_repeated(tmp_path: Path) -> None:
    example = loaded("rescue_value")
    files = [tmp_path / "one.txt", tmp_path / "two.txt"]
    train, aside = example.gather(5, seed=1, processes=1)
    for file in files:
        network, curve = example.learn(train, aside, epochs=2, seed=1)
        example.export(network, file, "for a test")
    assert files[0].read_text() == files[1].read_text() and len(curve) == 3
    lines = files[0].read_text().splitlines()
    assert lines[0] == "# for a test" and len(lines) == 1 + train.inputs.shape[1] + 3
    assert all(len(line.split()) == example.HIDDEN for line in lines[1:-1]) and float(lines[-1]) is not None
    example.draw(curve, tmp_path / "curve.svg")
    assert "polyline" in (tmp_path / "curve.svg").read_text()
    arena = [PROGRAM, "arena", example.GAME, "--network", f"mine={files[0]}", "--bots", "greedy+mine", "--games", "1"]
    done = subprocess.run([*arena, "--most", "30"], capture_output=True, text=True, check=True)
    assert "greedy+mine" in done.stdout
    wrong = subprocess.run([*arena[:4], f"mine={tmp_path / 'curve.svg'}", *arena[5:]], capture_output=True, text=True)
    assert wrong.returncode == 2 and "the network `mine` cannot be read: line 1" in wrong.stderr
