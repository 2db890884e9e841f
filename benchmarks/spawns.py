# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""What it takes to start a program in each sandbox, beside a plain start and a bare bubblewrap."""
import json
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
COUNT = 400
QUICK_COUNT = 150

# What is compared with what, and how much of the first of them is the goal.
ROWS = [
    ("plain", "plain spawn (ProcessBuilder)", (), None),
    ("landlock", "sandboxed spawn, landlock", ("plain",), 2.0),
    ("bwrap", "bare bubblewrap (ProcessBuilder)", ("plain",), None),
    ("bwrap_least", "bubblewrap with /proc, /dev, /tmp and a workspace", ("bwrap",), None),
    ("bwrap_same", "bubblewrap with the same mounts (ProcessBuilder)", ("bwrap",), None),
    ("namespaces", "sandboxed spawn, namespaces", ("bwrap_same", "bwrap_least", "bwrap"), 1.1),
]

HEADS = [
    "`/bin/true`",
    "wall ms (p50 / p99)",
    "processor ms (mean)",
    "ratio of medians",
    "goal",
]


def measure(java, flags, libraries, directory, count, seconds):
    """All samples; a ValueError says why there are none."""
    argv = [java, *flags, "--enable-native-access=ALL-UNNAMED", "-cp", libraries]
    argv += [os.path.join(HERE, "Spawns.java"), directory, str(count)]
    try:
        done = subprocess.run(argv, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as late:
        raise ValueError(f"not done after {seconds} s") from late
    if done.returncode:
        raise ValueError((done.stderr.strip().splitlines() or ["no word"])[0][:200])
    return json.loads(done.stdout)


def rows(samples, middle, percentile):
    """Lines of a table: median and 99th percentile, processor time, and ratios of medians."""
    lines = []
    for key, name, references, goal in ROWS:
        found = samples.get(key, {})
        if "wall_ns" not in found:
            if "missing" in found:
                lines.append([name, found["missing"], "–", "–", "–"])
            continue
        walls, cpus = ([ns / 1e6 for ns in found[which]] for which in ("wall_ns", "cpu_ns"))
        ratios = []
        for reference in references:
            other = samples.get(reference, {})
            if "wall_ns" in other:
                ratio = f"{middle(found['wall_ns']) / middle(other['wall_ns']):.2f} × {reference}"
                ratio += f" (processor {mean(found['cpu_ns']) / mean(other['cpu_ns']):.2f} ×)"
                ratios.append(ratio)
        lines.append(
            [
                name,
                f"{middle(walls):.2f} / {percentile(walls, 99):.1f}",
                f"{mean(cpus):.2f}",
                "; ".join(ratios) or "–",
                f"≤ {goal}" if goal else "–",
            ]
        )
    return lines


def mean(values):
    return sum(values) / len(values)
