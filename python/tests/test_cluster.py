"""Experiments on a real Ray cluster of three nodes, of which one dies while it plays: scripts/python cluster."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from pathlib import Path

import pytest
from polynya import cluster

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("POLYNYA_PROGRAM", str(ROOT / "target/debug/polynya"))
EXPERIMENT = 'games = "polar-dare"\nseats = [2, 3]\nbots = "greedy"\nmatches = 240\nblock = 5\nseed = "ray"\n'
SHARDS = 24


def alone(folder: Path, experiment: Path) -> bytes:
    """Plays an experiment on this machine without a cluster."""
    command = [PROGRAM, "lab", "run", str(experiment), "--out", str(folder), "--threads", "1"]
    subprocess.run(command, check=True, capture_output=True)
    return (folder / "cells.jsonl").read_bytes()


@pytest.fixture
def experiment(tmp_path: Path) -> Path:
    path = tmp_path / "race.toml"
    path.write_text(EXPERIMENT, encoding="utf-8")
    return path


def test_boxes_travel_with_the_experiment(tmp_path: Path) -> None:
    path = tmp_path / "with.toml"
    path.write_text('games = "polar-roller"\nboxes = ["none", "mine/box.toml"]\n', encoding="utf-8")
    with pytest.raises(cluster.ClusterError, match="mine/box.toml"):
        cluster.collect(path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/box.toml").write_text("# a box", encoding="utf-8")
    assert cluster.collect(path)["mine/box.toml"] == "# a box"
    path.write_text('boxes = "../box.toml"\n', encoding="utf-8")
    with pytest.raises(cluster.ClusterError, match="beside the experiment"):
        cluster.collect(path)


def test_a_folder_keeps_to_its_experiment(tmp_path: Path) -> None:
    cluster.begin(tmp_path / "shards", {"experiment.toml": "matches = 1"})
    cluster.begin(tmp_path / "shards", {"experiment.toml": "matches = 1"})
    with pytest.raises(cluster.ClusterError, match="another experiment"):
        cluster.begin(tmp_path / "shards", {"experiment.toml": "matches = 2"})


def test_three_nodes_of_which_one_dies_play_what_one_machine_plays(tmp_path: Path, experiment: Path) -> None:
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    expected = alone(tmp_path / "alone", experiment)
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    others = [nodes.add_node(num_cpus=1) for _ in range(2)]
    out = tmp_path / "cluster"
    # How many shards had arrived when the node was killed.
    killed: list[int] = []

    def kill() -> None:
        """Kills a node as soon as some shards have arrived, while it plays another one."""
        while len(list((out / "shards").glob("*-of-*"))) < 4:
            time.sleep(0.05)
        killed.append(len(list((out / "shards").glob("*-of-*"))))
        nodes.remove_node(others[0], allow_graceful=False)

    try:
        ray.init(address=nodes.address, log_to_driver=False)
        assert len([node for node in ray.nodes() if node["Alive"]]) == 3
        killer = threading.Thread(target=kill)
        killer.start()
        cluster.run(experiment, out, SHARDS, PROGRAM, None)
        killer.join(timeout=60)
        assert killed and killed[0] < SHARDS - 3, "the node dies while there is much to play"
        assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    finally:
        ray.shutdown()
        nodes.shutdown()
    assert (out / "cells.jsonl").read_bytes() == expected
    # What has arrived is not played again.
    (out / "cells.jsonl").unlink()
    cluster.run(experiment, out, SHARDS, PROGRAM, "nowhere:1")
    assert (out / "cells.jsonl").read_bytes() == expected



def test_a_program_that_is_not_there_is_told(
    tmp_path: Path, experiment: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("ray")
    arguments = ["run", str(experiment), "--out", str(tmp_path / "x"), "--shards", "1", "--program", "/no/polynya"]
    assert cluster.main(arguments) == 2
    assert "say where with --program" in capsys.readouterr().err
