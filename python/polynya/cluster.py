"""Experiments of the laboratory on a Ray cluster: the result is that of one machine, to the byte.

    python -m polynya.cluster run experiment.toml --out answers

The experiment is cut into shards. Each is a task of the cluster that plays it with the program ``polynya``, as
``polynya lab run experiment.toml --shard 3/16`` does, and sends back what it counted. A task whose node dies is done
again on another one. Shards that have arrived are kept below ``answers/shards``: whatever interrupts the command, the
same command goes on. At last ``polynya lab merge`` puts them together.

Every node needs the program: on the path, or where ``--program`` says. Ray is not installed with this package
(``pip install ray``). On several machines start Ray on each of them (``ray start``) and give ``--address auto``.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

#: What a shard's folder holds when its experiment is played.
FILES = ("manifest.json", "blocks.jsonl")
#: How often a task is done again on another node when its own dies.
RETRIES = 20


class ClusterError(Exception):
    """Why an experiment cannot be played; the words say what to do."""


def play(program: str, files: dict[str, str], experiment: str, shard: int, of: int) -> tuple[str, dict[str, bytes]]:
    """Plays one shard on this machine; returns the name of the machine and what the shard's folder then holds.

    This is the task that runs on the nodes: it needs nothing but the program.
    """
    with tempfile.TemporaryDirectory(prefix="polynya-shard-") as folder:
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        command = [program, "lab", "run", experiment, "--shard", f"{shard}/{of}", "--out", "out", "--threads", "1"]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        except OSError as error:
            what = f"{program}: {error.strerror}; install it on every node, or say where with --program"
            raise ClusterError(what) from error
        if done.returncode != 0:
            raise ClusterError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"{program} failed")
        held = {name: Path(folder, "out", name).read_bytes() for name in FILES}
    return os.uname().nodename, held


def boxes(text: str) -> list[str]:
    """Returns the files about boxes that an experiment names.

    >>> boxes('games = "polar-roller"\\nboxes = ["none", "mine/box.toml"] # two')
    ['mine/box.toml']
    """
    lists = re.findall(r"^\s*boxes\s*=\s*(\[[^\]]*\]|\"[^\"]*\"|'[^']*')", text, re.MULTILINE)
    named = [name for found in lists for pair in re.findall(r"\"([^\"]*)\"|'([^']*)'", found) for name in pair if name]
    return [name for name in named if name != "none"]


def collect(experiment: Path) -> dict[str, str]:
    """Returns the texts of an experiment and of the boxes that it names, by where the experiment finds them."""
    files = {"experiment.toml": read(experiment)}
    for name in boxes(files["experiment.toml"]):
        if Path(name).is_absolute() or ".." in Path(name).parts:
            raise ClusterError(f"{experiment}: the box {name} lies elsewhere; put it beside the experiment")
        files[name] = read(experiment.parent / name)
    return files


def read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ClusterError(f"{path}: {error.strerror}") from error


def keep(folder: Path, held: dict[str, bytes]) -> None:
    """Writes the folder of a shard, all of it or nothing."""
    new = folder.with_name(folder.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    for name, data in held.items():
        (new / name).write_bytes(data)
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)


def begin(parts: Path, files: dict[str, str]) -> None:
    """Makes the folder of the shards; it keeps to the experiment for which it was made."""
    own = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
    note = parts / "experiment.sha256"
    if note.exists() and read(note).strip() != own:
        raise ClusterError(f"{parts} holds the shards of another experiment; choose another folder with --out")
    parts.mkdir(parents=True, exist_ok=True)
    note.write_text(own + "\n", encoding="utf-8")


def shards(
    ray: Any, files: dict[str, str], program: str, missing: Sequence[int], of: int
) -> Iterator[tuple[int, str, dict[str, bytes]]]:
    """Plays shards on the cluster; yields each with its machine when it has arrived."""
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(play)
    waiting = {task.remote(program, files, "experiment.toml", shard, of): shard for shard in missing}
    try:
        while waiting:
            [done], _ = ray.wait(list(waiting), num_returns=1)
            shard = waiting.pop(done)
            machine, held = ray.get(done)
            yield shard, machine, held
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)


def run(experiment: Path, out: Path, of: int, program: str, address: str | None) -> None:
    """Plays an experiment on a cluster and puts its shards together."""
    files = collect(experiment)
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError as error:
        raise ClusterError("Ray is not installed: pip install ray") from error
    parts = out / "shards"
    begin(parts, files)
    done = {shard for shard in range(1, of + 1) if all((parts / f"{shard}-of-{of}" / name).exists() for name in FILES)}
    missing = [shard for shard in range(1, of + 1) if shard not in done]
    if missing:
        own = not ray.is_initialized()
        if own:
            ray.init(address=address, log_to_driver=False, include_dashboard=False if address is None else None)
        try:
            for shard, machine, held in shards(ray, files, program, missing, of):
                keep(parts / f"{shard}-of-{of}", held)
                done.add(shard)
                print(f"shard {shard} of {of} from {machine}; {of - len(done)} left", file=sys.stderr, flush=True)
        except ray.exceptions.RayTaskError as error:
            raise ClusterError(str(error.cause) if getattr(error, "cause", None) else str(error)) from error
        finally:
            if own:
                ray.shutdown()
    folders = [str(parts / f"{shard}-of-{of}") for shard in range(1, of + 1)]
    merged = subprocess.run([program, "lab", "merge", *folders, "--out", str(out)], check=False)
    if merged.returncode != 0:
        raise ClusterError(f"the shards in {parts} do not make one experiment; remove those of another one")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m polynya.cluster", description=(__doc__ or "").split("\n\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("run", help="play an experiment on a Ray cluster")
    command.add_argument("experiment", type=Path, help="the experiment, a TOML file as `polynya lab run` takes it")
    command.add_argument("--out", type=Path, required=True, help="the folder of the experiment")
    command.add_argument("--shards", type=int, default=64, help="into how many parts it is cut (default: 64)")
    program = os.environ.get("POLYNYA_PROGRAM", "polynya")
    command.add_argument("--program", default=program, help="where `polynya` is on every node (default: %(default)s)")
    command.add_argument("--address", help="the cluster: `auto`, or HOST:PORT; without it, one on this machine alone")
    args = parser.parse_args(arguments)
    if not 1 <= args.shards <= 10_000:
        parser.error("--shards: from 1 to 10000")
    try:
        run(args.experiment, args.out, args.shards, args.program, args.address)
    except ClusterError as error:
        print(f"polynya.cluster: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
