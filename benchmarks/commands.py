# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""What Writ adds to a command, by the size of the repository: the same lines in one session of
`writ run` and plainly in a shell, in repositories of 1,000 to 500,000 tracked files, with each
mechanism of the sandbox. The time of a call in Writ is that between the model's answer and the next
request, so it includes judgement, sandbox, comparison, records and all forced writes."""
import os
import statistics
import subprocess
import time

SIZES = (1_000, 100_000, 500_000)
MECHANISMS = ("namespaces", "landlock")
CHANGED = 200
CALLS = 15
FIRST = "true"
SOURCES = 10

# What is measured, in this order. The lines of one row are called in turns.
LINES = {
    "`true`": "true",
    "a build with nothing to do": "make -s",
    "a build of ten objects, all outputs ignored": "make -s -B",
    "a test run": "python3 -m unittest -q tests.py",
    f"{CHANGED} changed tracked files": "perl change.pl",
}

MAKEFILE = """OBJECTS = $(patsubst %.c,build/%.o,$(wildcard *.c))
all: $(OBJECTS)
build/%.o: %.c
\t@mkdir -p build
\t@gcc -c -o $@ $<
"""

TESTS = """import unittest
class Tests(unittest.TestCase):
    def test_sum(self):
        self.assertEqual(3, 1 + 2)
"""

CHANGE = """for my $i (0 .. %d) {
  open(my $f, ">>", "files/0/0/$i.txt") or die $!;
  print $f "one more line\\n" or die $!;
  close $f or die $!;
}
""" % (CHANGED - 1)


def repository(place, files):
    """A repository of so many tracked files, with a build and a test."""
    for directory in range(-(-files // CHANGED)):
        path = os.path.join(place, "files", str(directory // 100), str(directory % 100))
        os.makedirs(path)
        for file in range(min(CHANGED, files - directory * CHANGED)):
            with open(os.path.join(path, f"{file}.txt"), "w", encoding="ascii") as made:
                made.write(f"directory {directory}\nfile {file}\n" * 10)
    contents = {".gitignore": "build/\n__pycache__/\n", "Makefile": MAKEFILE}
    contents |= {"tests.py": TESTS, "change.pl": CHANGE}
    contents |= {f"part{n}.c": f"int part{n}(int x) {{ return x + {n}; }}\n" for n in range(SOURCES)}
    for name, content in contents.items():
        with open(os.path.join(place, name), "w", encoding="ascii") as made:
            made.write(content)
    for arguments in (
        ["init", "-q", "-b", "main"],
        ["config", "gc.auto", "0"],  # nothing else may change the repository meanwhile
        ["add", "-A"],
        ["-c", "user.name=B", "-c", "user.email=b@localhost", "commit", "-q", "-m", "begin"],
    ):
        subprocess.run(["git", "-C", place, *arguments], check=True, stdout=subprocess.DEVNULL)


def plain(place, line):
    """Milliseconds of a line in a shell."""
    begun = time.perf_counter_ns()
    subprocess.run(["/bin/sh", "-c", line], cwd=place, check=True, capture_output=True)
    return (time.perf_counter_ns() - begun) / 1e6


def script(agent):
    """The calls of a session: the first command, which finds everything cold, then each in turns."""
    lines = [FIRST] + [line for _ in range(CALLS) for line in LINES.values()]
    return [{"calls": [agent.execute(line)]} for line in lines] + [{"text": "Done."}]


def measure(begin, session, scratch):
    """All samples: those of a row in Writ by mechanism, and plainly.

    :param begin: makes a repository one in which Writ may work, and gives the environment for that
    :param session: plays the calls with a mechanism and gives the milliseconds of each
    """
    found = []
    for files in SIZES:
        place = os.path.join(scratch, f"repository-{files}")
        os.makedirs(place)
        repository(place, files)
        samples = {"files": files, "plain": {}, "first": {}}
        for line in LINES.values():
            plain(place, line)
        for _ in range(CALLS):
            for name, line in LINES.items():
                samples["plain"].setdefault(name, []).append(plain(place, line))
        environment = begin(place)
        for mechanism in MECHANISMS:
            times = session(place, environment, mechanism)
            samples["first"][mechanism] = times[0]
            samples[mechanism] = {
                name: times[1 + number :: len(LINES)] for number, name in enumerate(LINES)
            }
        found.append(samples)
    return found


HEADS = ["a command, ms (median)", "files", "plain", *MECHANISMS, *(f"added: {m}" for m in MECHANISMS)]


def rows(found):
    table = []
    for name in LINES:
        for samples in found:
            base = statistics.median(samples["plain"][name])
            times = [statistics.median(samples[m][name]) for m in MECHANISMS]
            table.append(
                [name, f"{samples['files']:,}", f"{base:.1f}"]
                + [f"{ms:.1f}" for ms in times]
                + [f"{ms - base:.1f}" for ms in times]
            )
    for samples in found:
        first = [f"{samples['first'][m]:.0f}" for m in MECHANISMS]
        table.append(["the first command of a session", f"{samples['files']:,}", "–", *first, "–", "–"])
    return table
