"""The examples run: the notebook whole, and the learning one for a few updates that can be repeated."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


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
