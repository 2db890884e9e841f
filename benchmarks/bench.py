# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""Measures Writ, the peers that are installed and a floor, side by side, and prints a table.
See README.md beside this file."""
import argparse
import datetime
import hashlib
import json
import marshal
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import agents  # noqa: E402 (nothing may be written into the checkout)
import delays  # noqa: E402
import spawns  # noqa: E402
import commands  # noqa: E402
import terminal  # noqa: E402
import verdicts  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PROMPT = "Do what the script says."
TURNS = 20
STREAM_KB = 250
LINE = "The quick brown fox jumps over the lazy dog, once more.\n"
TIMEOUT_SECONDS = 60
MANY_FILES = 100_000
MANY_DIRECTORIES = 1_000
WARM_UPS = 2
# Who appends to the ledger at the same time.
LEDGER_THREADS = 64
LEDGER_RECORDS = 50_000
SEED = 17


class Failure(Exception):
    """Why a cell has no figure."""


class Spawner:
    """Starts the measured processes, see spawner.py; knows what the last one took of a processor."""

    def __init__(self):
        self.processor = 0.0
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", os.path.join(HERE, "spawner.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, argv, env, directory, out, err, seconds):
        data = marshal.dumps((argv, env, directory, out, err, seconds))
        self.process.stdin.write(len(data).to_bytes(4, "big") + data)
        self.process.stdin.flush()
        length = int.from_bytes(self.process.stdout.read(4), "big")
        answer = marshal.loads(self.process.stdout.read(length))
        if isinstance(answer, str):
            raise Failure(answer)
        wall, status, peak, late, self.processor = answer
        if late:
            raise Failure(f"not done after {seconds} s")
        if status:
            last = (text(err).strip() or text(out).strip()).splitlines()[-1:] or ["no word"]
            raise Failure(f"ended with {os.waitstatus_to_exitcode(status)}: {last[0][:200]}")
        return wall / 1e6, peak / 1024

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Server:
    """One scripted model for one cell of the table."""

    def __init__(self, bench, agent, script):
        self.directory = tempfile.mkdtemp(prefix="server-", dir=bench.scratch)
        for name in ("port", "timings", "log"):
            setattr(self, name, os.path.join(self.directory, name))
        path = os.path.join(self.directory, "script.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"turns": script}, file)
        if agent.dialect == "responses":
            start = [sys.executable, os.path.join(HERE, "responses_server.py")]
        else:
            start = [*bench.java, "dev.writ.testkit.ScriptedModelServer"]
        arguments = ["--script", path, "--port-file", self.port, "--timings", self.timings]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*start, *arguments, "--repeat"], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.url = f"http://127.0.0.1:{self.wait()}/v1"
        self.read = 0

    def wait(self):
        for _ in range(1000):
            if os.path.exists(self.port):
                return text(self.port)
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        self.close()
        raise Failure("the scripted model did not start: " + text(self.log)[-300:])

    def fresh(self):
        """What was measured since the last call."""
        lines = text(self.timings).splitlines() if os.path.exists(self.timings) else []
        fresh, self.read = lines[self.read :], len(lines)
        return [json.loads(line) for line in fresh]

    def close(self):
        self.process.terminate()
        self.process.wait()


class Scenario:
    """One task: what the model says, what lies in the workspace, how the end is recognised."""

    def __init__(self, key, turns, files=None, shows="Done.", grows=0, first_gap=0, makes=None):
        self.key = key
        self.turns = turns
        self.files = files or {}
        self.shows = shows
        self.grows = grows
        self.first_gap = first_gap
        self.makes = makes

    def check(self, out, timings, requests, workspace):
        if self.shows not in out:
            raise Failure(f"the answer is not in its output of {len(out)} characters")
        if len(timings) != requests:
            raise Failure(f"{len(timings)} requests where {requests} were expected")
        if timings[-1]["body_bytes"] - timings[0]["body_bytes"] < self.grows:
            raise Failure("the tools' results are not in its requests")
        if self.makes and text(os.path.join(workspace, self.makes)).strip() != "made":
            raise Failure(f"it did not write {self.makes}")


def page(number):
    """About a kilobyte, different for each number."""
    return "".join(f"{number:02}.{line:02} {LINE}" for line in range(18))


def scenarios():
    done = {"text": "Done."}
    pages = {f"page{n:02}.txt": page(n) for n in range(TURNS)}
    big = {"big.txt": "".join(f"{n:08} {LINE}" for n in range(1024 * 1024 // 65))}
    edited = {"notes.txt": page(0) + "count 0\n"}
    return [
        Scenario("text", lambda agent: [done]),
        Scenario(
            "tools",
            lambda agent: [{"calls": [agent.read(name)]} for name in pages] + [done],
            pages,
            grows=TURNS * 900,
        ),
        Scenario(
            "read", lambda agent: [{"calls": [agent.read("big.txt")]}, done], big, grows=4000
        ),
        Scenario(
            "three",
            lambda agent: [
                {"calls": [call]}
                for call in (
                    agent.read("page00.txt"),
                    agent.write("made.txt", "made"),
                    agent.execute("ls"),
                )
            ]
            + [done],
            {"page00.txt": page(0)},
            grows=900,
            makes="made.txt",
        ),
        Scenario(
            "stream",
            lambda agent: [{"text_kb": STREAM_KB}],
            shows=(LINE_OF_SERVER * (STREAM_KB * 1024 // len(LINE_OF_SERVER)))[-2000:].rstrip(),
        ),
        Scenario(
            "edits",
            lambda agent: [{"calls": [agent.read("notes.txt")]}]
            + [
                {"calls": [agent.edit("notes.txt", f"count {n}\n", f"count {n + 1}\n")]}
                for n in range(TURNS)
            ]
            + [done],
            edited,
            grows=1000,
            first_gap=1,
        ),
    ]


# What the scripted servers fill long texts with.
LINE_OF_SERVER = "The quick brown fox jumps over the lazy dog, line by line.\n"


class Cell:
    """What was measured of one agent in one scenario."""

    def __init__(self, agent, key):
        self.agent = agent
        self.key = key
        self.walls, self.peaks, self.gaps, self.firsts = [], [], [], []
        self.processors = []
        self.server = None
        self.problem = ""

    def json(self):
        return {
            "agent": self.agent.name,
            "scenario": self.key,
            "problem": self.problem,
            "wall_ms": self.walls,
            "processor_ms": self.processors,
            "peak_mb": self.peaks,
            "gap_us": self.gaps,
            "first_request_bytes": self.firsts,
        }


class Bench:
    def __init__(self, options):
        self.options = options
        self.image()
        place = options.scratch or disk()
        os.makedirs(place, exist_ok=True)
        self.scratch = os.path.realpath(tempfile.mkdtemp(prefix="writ-bench-", dir=place))
        found = inherited(self.scratch)
        if found:
            os.rmdir(self.scratch)
            sys.exit(f"benchmarks: agents would read {found}; choose another --scratch")
        self.spawner = Spawner()
        self.scenarios = {scenario.key: scenario for scenario in scenarios()}
        self.writ = agents.Writ(os.path.join(ROOT, "writ"))
        peers, self.notes = agents.installed(options.peers)
        self.agents = [self.writ, *peers, agents.Floor()]
        start = os.path.join(ROOT, "writ")
        self.wires = [agents.Wire(start, *wire) for wire in agents.Wire.ALL]
        if options.only:
            self.agents = [a for a in self.agents if options.only in a.name]
            self.wires = [a for a in self.wires if options.only in a.name]
            self.notes = []
        self.runs = options.runs or (3 if options.quick else 15)
        self.cells = {}
        self.syncs = []
        self.shells = []
        self.busy = []
        self.extra = {}

    def image(self):
        """Where ./writ's image and JDK are, from the script that ./writ itself asks."""
        asked = (
            'home=$1; . "$home/build/start.sh"; fresh || exit 1; read_commit; find_runtime "$image";'
            ' printf "%s\\n" "$jdk" "$image" "$(echo $flags)" "$main" "$commit" "$java" "$modules"'
        )
        subprocess.run(
            [os.path.join(ROOT, "writ"), "--version"], check=True, stdout=subprocess.DEVNULL
        )
        told = subprocess.run(
            ["sh", "-c", asked, "sh", ROOT], check=True, capture_output=True, text=True
        ).stdout.splitlines()
        self.jdk, self.image_directory, self.flags, self.main, self.commit, *runtime = told
        self.runtime = [word for word in runtime if word]  # and a module path where it isn't linked
        testkit = os.path.join(ROOT, "writ-testkit", "target", "classes")
        if not os.path.isdir(testkit):
            sys.exit("benchmarks: the scripted model is not built; start them with ./dev bench")
        self.java = [
            os.path.join(self.jdk, "bin", "java"),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",  # it must not compile for long beside what is measured
            "-Xmx256m",
            "-cp",
            os.pathsep.join([testkit, os.path.join(self.image_directory, "lib", "*")]),
        ]

    # One measurement

    def place(self, agent, files, url):
        """A fresh workspace and a fresh home; gives the environment too."""
        base = os.path.join(self.scratch, "place")
        shutil.rmtree(base, ignore_errors=True)
        for name in ("home", "tmp", "workspace"):
            os.makedirs(os.path.join(base, name))
        workspace = os.path.join(base, "workspace")
        for name, content in files.items():
            with open(os.path.join(workspace, name), "w", encoding="utf-8") as file:
                file.write(content)
        home = os.path.join(base, "home")
        if url:
            agent.settle(home, url)
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": home,
            "TMPDIR": os.path.join(base, "tmp"),
            "LANG": "C.UTF-8",
            **agent.environment,
        }
        if "JAVA_HOME" in os.environ:
            environment["JAVA_HOME"] = os.environ["JAVA_HOME"]
        return workspace, environment

    def spawn(self, argv, environment, directory, seconds=TIMEOUT_SECONDS):
        out, err = (os.path.join(self.scratch, name) for name in ("out", "err"))
        wall, peak = self.spawner.run(argv, environment, directory, out, err, seconds)
        return wall, peak, text(out)

    def measure(self, cell, counted):
        agent = cell.agent
        if cell.key == "version":
            workspace, environment = self.place(agent, {}, "")
            wall, peak, _ = self.spawn(agent.version(), environment, workspace)
            timings = []
        else:
            scenario = self.scenarios[cell.key]
            script = scenario.turns(agent)
            if cell.server is None:
                cell.server = Server(self, agent, script)
            workspace, environment = self.place(agent, scenario.files, cell.server.url)
            command = agent.command(cell.server.url, PROMPT)
            wall, peak, out = self.spawn(command, environment, workspace)
            timings = cell.server.fresh()
            scenario.check(out, timings, len(script), workspace)
        if counted:
            cell.walls.append(wall)
            cell.processors.append(1000 * self.spawner.processor)
            cell.peaks.append(peak)
            if timings:
                cell.firsts.append(timings[0]["body_bytes"])
                gaps = [line["after_answer_us"] for line in timings[1:]]
                cell.gaps.append(gaps[self.scenarios[cell.key].first_gap :])

    def try_measure(self, cell, counted):
        if cell.problem:
            return
        try:
            self.measure(cell, counted)
        except Failure as failure:
            cell.problem = str(failure)

    # All of them

    def run(self):
        for agent in self.agents:
            keys = ["version", "text"]
            if "launcher" not in agent.name:
                keys += ["tools", "read", "stream"]
                keys += (["edits"] if agent.edits else []) + (["three"] if agent.commands else [])
            for key in keys:
                self.cells[agent.name, key] = Cell(agent, key)
        for wire in self.wires:
            for key in ("text", "stream"):
                self.cells[wire.name, key] = Cell(wire, key)
        load = os.getloadavg()
        order = random.Random(SEED)
        cells = list(self.cells.values())
        for number in range(WARM_UPS + self.runs):
            counted = number >= WARM_UPS
            self.busy.append(self.quiet())
            order.shuffle(cells)
            for cell in cells:
                self.try_measure(cell, counted)
            if counted:
                self.sync_disk()
                self.shell()
            self.tell(f"round {number + 1} of {WARM_UPS + self.runs}")
        if self.wires:
            self.cancellations()
            self.delays()
        if self.writ in self.agents:
            self.cache_use()
            self.tools_call()
            self.verify()
            self.ledgers()
            self.batch()
            self.spawns()
            self.changes()
        if self.writ in self.agents or self.options.only == "terminal":
            self.terminal()
        if self.options.only == "commands":
            self.commands()
        self.tell("")
        self.load = (load, os.getloadavg())

    def tell(self, what):
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\033[K{what}")
            sys.stderr.flush()

    def quiet(self):
        """Waits, if asked to, until others use little of the machine; tells how much they do."""
        until = time.monotonic() + self.options.wait
        while True:
            used = others(0.5)
            if used is None or used < 15 or time.monotonic() > until:
                return used
            time.sleep(1)

    def sync_disk(self):
        """What one line and one forced write cost here, without anybody's code around it."""
        path = os.path.join(self.scratch, "sync")
        with open(path, "wb", buffering=0) as file:
            for _ in range(40):
                begun = time.perf_counter_ns()
                file.write(b"x" * 511 + b"\n")
                getattr(os, "fdatasync", os.fsync)(file.fileno())
                self.syncs.append((time.perf_counter_ns() - begun) / 1e6)
        os.remove(path)

    def shell(self):
        """The least that any process costs here."""
        environment = {"PATH": os.environ["PATH"]}
        self.shells.append(self.spawn(["/bin/sh", "-c", ":"], environment, self.scratch)[0])

    def cache_use(self):
        """How many classes come from the AOT cache; fails where the cache is not used at all."""
        server = Server(self, self.writ, self.scenarios["text"].turns(self.writ))
        try:
            commands = {
                "version": ["--version"],
                "text": ["run", PROMPT, *self.writ.model(server.url)],
            }
            for key, arguments in commands.items():
                workspace, environment = self.place(self.writ, {}, "")
                log = os.path.join(self.scratch, "classes")
                argv = [
                    *self.runtime,
                    *self.flags.split(),
                    "-XX:AOTMode=on",
                    f"-XX:AOTCache={self.image_directory}/writ.aot",
                    f"-Xlog:class+load=info:file={log}",
                    *self.main.split(),
                    *arguments,
                ]
                try:
                    self.spawn(argv, environment, workspace)
                    lines = text(log).splitlines()
                    cached = sum("shared objects file" in line for line in lines)
                    self.extra[f"cache_{key}"] = [cached, len(lines)]
                except Failure as failure:
                    self.extra["cache_problem"] = str(failure)
        finally:
            server.close()

    def tools_call(self):
        walls = []
        arguments = json.dumps({"path": "page00.txt"})
        for _ in range(self.runs):
            workspace, environment = self.place(self.writ, {"page00.txt": page(0)}, "")
            command = [self.writ.start, "tools", "call", "read_file", "--args", arguments]
            try:
                walls.append(self.spawn(command, environment, workspace)[0])
            except Failure as failure:
                self.extra["tools_call_problem"] = str(failure)
                return
        self.extra["tools_call_ms"] = walls

    def verify(self):
        """`writ trace verify` over a large ledger, less what it costs over a ledger of one; and over
        one three times as large, less the large one: what it does once it is warm."""
        try:
            record = self.one_record()
            small, small_bytes, _ = self.verify_wall(record, 1, self.runs)
            large, size, peak = self.verify_wall(record, LEDGER_RECORDS, min(5, self.runs))
            huge, huge_size, _ = self.verify_wall(record, 3 * LEDGER_RECORDS, min(5, self.runs))
        except Failure as failure:
            self.extra["verify_problem"] = str(failure)
            return
        seconds = (median(large) - median(small)) / 1000
        more = (median(huge) - median(large)) / 1000
        self.extra["verify"] = {
            "records": LEDGER_RECORDS,
            "megabytes": size / 1e6,
            "wall_ms": large,
            "wall_of_one_record_ms": small,
            "mb_per_s": (size - small_bytes) / 1e6 / seconds if seconds > 0 else 0,
            "warm_mb_per_s": (huge_size - size) / 1e6 / more if more > 0 else 0,
            "peak_mb": peak,
        }

    def ledgers(self):
        """Appends to a ledger, each durable, by one thread and by many; the median of three runs."""
        place = os.path.join(self.scratch, "ledgers")
        os.makedirs(place)
        java = [os.path.join(self.jdk, "bin", "java"), *self.flags.split()]
        java += ["-cp", os.path.join(self.image_directory, "lib", "*")]
        java += [os.path.join(HERE, "Ledgers.java"), place]
        java += [str(LEDGER_THREADS), "100" if self.options.quick else "500"]
        found = []
        try:
            for run in range(min(3, self.runs)):
                done = subprocess.run(
                    [*java[:-3], os.path.join(place, str(run)), *java[-2:]],
                    capture_output=True,
                    text=True,
                    timeout=5 * TIMEOUT_SECONDS,
                    check=True,
                )
                found.append(json.loads(done.stdout))
            found.sort(key=lambda one: one["many_per_s"])
            self.extra["ledgers"] = found[len(found) // 2]
        except (subprocess.SubprocessError, OSError, ValueError) as wrong:
            self.extra["ledgers_problem"] = str(wrong)
        shutil.rmtree(place)

    def cancellations(self):
        """How long it takes from the interruption of a request until its server sees the end."""
        testkit = os.path.join(ROOT, "writ-testkit", "target", "classes")
        lib = os.path.join(self.image_directory, "lib", "*")
        java = [os.path.join(self.jdk, "bin", "java"), *self.flags.split()]
        java += ["-cp", os.pathsep.join([testkit, lib])]
        java += [os.path.join(HERE, "Cancels.java"), "20" if self.options.quick else "200"]
        try:
            done = subprocess.run(
                java, capture_output=True, text=True, timeout=5 * TIMEOUT_SECONDS, check=True
            )
            self.extra["cancels_ns"] = json.loads(done.stdout)
        except (subprocess.SubprocessError, OSError, ValueError) as wrong:
            self.extra["cancels_problem"] = str(wrong)

    def delays(self):
        """How long each piece of an answer takes from the wire to the screen."""
        found = self.extra["delays_ns"] = {}
        copier = delays.Copier()
        for wire in self.wires:
            self.tell(f"delays of {wire.name}")
            try:
                for _ in range(min(5, self.runs)):
                    workspace, environment = self.place(wire, {}, "")
                    one = delays.measure(wire, PROMPT, environment, workspace)
                    found.setdefault(wire.provider, []).extend(one)
                    one = delays.measure(copier, PROMPT, environment, workspace)
                    found.setdefault(copier.name, []).extend(one)
            except (ValueError, OSError, subprocess.SubprocessError) as wrong:
                self.extra["delays_problem"] = f"{wire.name}: {wrong}"

    def batch(self):
        """`writ policy check --batch`, the second half of its lines."""
        workspace, environment = self.place(self.writ, {"a.txt": page(0)}, "")
        questions = os.path.join(self.scratch, "questions")
        verdicts.write(questions)
        rates = []
        for _ in range(min(5, self.runs)):
            try:
                rates.append(
                    verdicts.measure(
                        self.writ.start, questions, environment, workspace, TIMEOUT_SECONDS
                    )
                )
            except ValueError as wrong:
                self.extra["batch_problem"] = str(wrong)
                return
        self.extra["verdicts_per_second"] = rates

    def spawns(self):
        """Starts of `/bin/true`, plain and in each sandbox."""
        try:
            self.extra["spawns"] = spawns.measure(
                os.path.join(self.jdk, "bin", "java"),
                self.flags.split(),
                os.path.join(self.image_directory, "lib", "*"),
                self.scratch,
                spawns.QUICK_COUNT if self.options.quick else spawns.COUNT,
                10 * TIMEOUT_SECONDS,
            )
        except ValueError as wrong:
            self.extra["spawns_problem"] = str(wrong)

    def terminal(self):
        """A chat in a pseudo-terminal."""
        self.tell("the terminal")
        try:
            self.extra["terminal"] = terminal.measure(
                [self.writ.start], 1 if self.options.quick else min(5, self.runs), self.scratch
            )
        except (ValueError, OSError) as wrong:
            self.extra["terminal_problem"] = str(wrong)

    def commands(self):
        """The same lines in a session and in a shell."""
        server = Server(self, self.writ, commands.script(self.writ))

        def begin(place):
            """A home in which the repository's authority file is a person's."""
            _, environment = self.place(self.writ, {}, server.url)
            self.spawn([self.writ.start, "init", "--yes"], environment, place)
            return environment

        def session(place, environment, mechanism):
            self.tell(f"commands in {os.path.basename(place)}, {mechanism}")
            # The weaker mechanism asks before each command; the answer takes no time.
            settings = {
                "WRIT_SAFETY_SANDBOX": mechanism,
                "WRIT_SAFETY_UNATTENDED_ANSWERS": json.dumps({"authority": "allow"}),
            }
            command = self.writ.command(server.url, PROMPT)
            # Without views each of its 76 commands looks at all files twice.
            _, _, out = self.spawn(command, environment | settings, place, 10 * TIMEOUT_SECONDS)
            for refusal in ("denied", "_DENIED", "UNAVAILABLE", "exit code"):
                if refusal in out:
                    raise Failure(f"a command did not run with {mechanism}: {out[:300]}")
            return [line["after_answer_us"] / 1000 for line in server.fresh()[1:]]

        try:
            self.extra["commands"] = commands.measure(begin, session, self.scratch)
        except (Failure, subprocess.SubprocessError, OSError) as wrong:
            self.extra["commands_problem"] = str(wrong)
        finally:
            server.close()

    def changes(self):
        """What commands changed is looked for in 100,000 files; find looks at as many."""
        tree = os.path.join(self.scratch, "many")
        for number in range(MANY_DIRECTORIES):
            place = os.path.join(tree, f"m{number // 100}", f"d{number}")
            os.makedirs(place)
            for file in range(MANY_FILES // MANY_DIRECTORIES):
                with open(os.path.join(place, f"file{file}.txt"), "w", encoding="ascii") as made:
                    made.write(f"{number} {file}\n")
        java = [os.path.join(self.jdk, "bin", "java"), *self.flags.split()]
        java += ["--enable-native-access=ALL-UNNAMED"]
        java += ["-cp", os.path.join(self.image_directory, "lib", "*")]
        java += [os.path.join(HERE, "Changes.java"), tree, "20"]
        try:
            done = subprocess.run(
                java, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=True
            )
            found = json.loads(done.stdout)
            looks = []
            for _ in range(10):
                began = time.perf_counter()
                subprocess.run(
                    ["find", tree, "-printf", "%C@\n"], stdout=subprocess.DEVNULL, check=True
                )
                looks.append(1000 * (time.perf_counter() - began))
            found["find_ms"] = median(looks)
            self.extra["changes"] = found
        except (subprocess.SubprocessError, OSError, ValueError) as wrong:
            self.extra["changes_problem"] = str(wrong)
        shutil.rmtree(tree)

    def one_record(self):
        """A record as Writ itself writes it."""
        scenario = self.scenarios["edits"]
        script = scenario.turns(self.writ)[:2] + [{"text": "Done."}]
        server = Server(self, self.writ, script)
        try:
            workspace, environment = self.place(self.writ, scenario.files, server.url)
            self.spawn(self.writ.command(server.url, PROMPT), environment, workspace)
            return json.loads(text(os.path.join(workspace, *LEDGER)).splitlines()[0])
        finally:
            server.close()

    def verify_wall(self, record, records, runs):
        workspace, environment = self.place(self.writ, {}, "")
        path = os.path.join(workspace, *LEDGER)
        os.makedirs(os.path.dirname(path))
        with open(path, "w", encoding="utf-8") as file:
            previous = None
            for number in range(1, records + 1):
                ident = record["id"][:-12] + f"{number:012x}"
                chain = {**record["chain"], "seq": number, "prev": previous}
                chain.pop("hash")
                head = json.dumps(
                    {**record, "id": ident, "chain": chain},
                    separators=(",", ":"),
                    ensure_ascii=False,
                )[:-2]
                own = "sha256:" + hashlib.sha256(head.encode()).hexdigest()
                line = f'{head},"hash":"{own}"}}}}'
                file.write(line + "\n")
                previous = "sha256:" + hashlib.sha256(line.encode()).hexdigest()
        walls, peaks = [], []
        command = [self.writ.start, "trace", "verify", "--json"]
        for _ in range(runs):
            wall, peak, out = self.spawn(command, environment, workspace)
            if json.loads(out).get("records") != records:
                raise Failure("it says " + out.strip()[:200])
            walls.append(wall)
            peaks.append(peak)
        return walls, os.path.getsize(path), median(peaks)

    # The report

    def versions(self):
        found = {}
        for agent in self.agents:
            workspace, environment = self.place(agent, {}, "")
            try:
                found[agent.name] = self.spawn(agent.version(), environment, workspace)[2].strip()
                if not found[agent.name]:
                    found[agent.name] = text(os.path.join(self.scratch, "err")).strip()
            except Failure as failure:
                found[agent.name] = str(failure)
        return found

    def row(self, agent, pick):
        """One agent's figures; `pick` makes one figure of those of all runs."""

        def cell(key):
            return self.cells.get((agent.name, key))

        def wall(key):
            return shown(cell(key), lambda c: number(pick(c.walls)))

        measured = [c for (name, key), c in self.cells.items() if name == agent.name and c.peaks]
        peaks = [median(c.peaks) for c in measured if c.key not in ("version", "edits")]
        return [
            agent.name,
            wall("version"),
            wall("text"),
            number(max(peaks)) if peaks else "–",
            shown(cell("tools"), gaps_shown if pick is median else best_gaps_shown),
            wall("tools"),
            wall("read"),
            wall("stream"),
            wall("three"),
            shown(cell("text"), lambda c: f"{int(median(c.firsts)):,}"),
        ]

    def report(self):
        before, after = self.load
        now = datetime.datetime.now().astimezone()
        busy = [used for used in self.busy if used is not None]
        print(f"Date: {now:%Y-%m-%d %H:%M %Z}. Commit {self.commit[:12] or 'unknown'}.")
        print(
            f"Machine: {os.cpu_count()} CPUs, {platform.system()} {platform.release()};"
            f" load {before[0]:.1f} at the start, {after[0]:.1f} at the end"
            + (
                f"; used by others before each round: median {median(busy):.0f} %,"
                f" at most {max(busy):.0f} %."
                if busy
                else "."
            )
        )
        if busy and median(busy) > 15:
            print("The machine was BUSY: compare figures of this run with each other only.")
        for name, version in self.versions().items():
            print(f"{name}: {version.splitlines()[0] if version else 'says nothing'}")
        print(
            f"{self.runs} runs of each, in random order; medians. `sh -c :` takes"
            f" {median(self.shells):.1f} ms; one line and a forced write:"
            f" p50 {percentile(self.syncs, 50):.2f}, p99 {percentile(self.syncs, 99):.2f} ms."
        )
        for key, what in (("version", "--version"), ("text", "a text turn")):
            if f"cache_{key}" in self.extra:
                cached, loaded = self.extra[f"cache_{key}"]
                print(f"writ {what}: {cached} of {loaded} classes from the AOT cache")
        for note in self.notes:
            print(note)
        if "cache_problem" in self.extra:
            print("The AOT cache is NOT in use: " + self.extra["cache_problem"])
        print()
        heads = [
            "agent",
            "`--version` ms",
            "one text turn ms",
            "peak memory MB",
            "per tool turn ms (p50 / p99)",
            f"{TURNS} tool turns ms",
            "1 MB read ms",
            f"{STREAM_KB} KB streamed ms",
            "read, write, `ls` ms",
            "first request bytes",
        ]
        if self.agents:
            table(heads, [self.row(agent, median) for agent in self.agents])
            print("\nThe fastest run of each, which other work on the machine disturbed least:\n")
            table(heads, [self.row(agent, min) for agent in self.agents])
        self.report_wires()
        self.report_edits()
        self.report_writ()
        self.report_terminal()
        self.report_commands()
        self.report_problems()
        for (name, key), cell in self.cells.items():
            if cell.problem:
                print(f"no figure for {name}, {key}: {cell.problem}")

    def report_wires(self):
        """Each wire beside Chat Completions."""
        if not self.wires:
            return

        def cell(wire, key):
            return self.cells[wire.name, key]

        def ratio(wire, key, samples):
            first, own = samples(cell(self.wires[0], key)), samples(cell(wire, key))
            return f"{median(own) / median(first):.2f}" if first and own else "–"

        rows = []
        for wire in self.wires:
            row = [wire.provider]
            for key in ("text", "stream"):
                row += [
                    shown(cell(wire, key), lambda c: number(median(c.walls))),
                    ratio(wire, key, lambda c: c.walls),
                    ratio(wire, key, lambda c: c.processors),
                ]
            row.append(shown(cell(wire, "stream"), lambda c: number(median(c.peaks))))
            row += [self.spread_ms("delays_ns", wire.provider)]
            row += [self.spread_ms("cancels_ns", wire.provider)]
            rows.append(row)
        print()
        table(
            [
                "wire",
                "one text turn ms",
                "of the first",
                "processor time of the first's",
                f"{STREAM_KB} KB streamed ms",
                "of the first",
                "processor time of the first's",
                "its peak memory MB",
                "a piece from the wire to the screen ms (p50 / p99)",
                "cancelled until its socket is closed ms (p50 / p99)",
            ],
            rows,
        )
        print(
            "\nA program that only copies takes"
            f" {self.spread_ms('delays_ns', delays.Copier.name)} ms from the wire to the screen."
        )
        for key in ("cancels_problem", "delays_problem"):
            if key in self.extra:
                print(f"no figure, {key.replace('_', ' ')}: {self.extra[key]}")

    def spread_ms(self, key, name):
        times = [one / 1e6 for one in self.extra.get(key, {}).get(name, [])]
        return f"{percentile(times, 50):.2f} / {percentile(times, 99):.1f}" if times else "–"

    def report_edits(self):
        edited = [cell for (_, key), cell in self.cells.items() if key == "edits"]
        if edited:
            print()
            table(
                ["20 edits of one file", "per turn ms (p50 / p99)", "all ms", "peak memory MB"],
                [
                    [
                        cell.agent.name
                        + (" (durable)" if cell.agent is self.writ else " (not forced to disk)"),
                        shown(cell, gaps_shown),
                        shown(cell, lambda c: number(median(c.walls))),
                        shown(cell, lambda c: number(median(c.peaks))),
                    ]
                    for cell in edited
                ],
            )

    def report_writ(self):
        if self.writ not in self.agents:
            return
        print()
        rows = []
        for (name, key), cell in self.cells.items():
            if name == self.writ.name and cell.peaks:
                spread = f"{number(median(cell.walls))} ({number(min(cell.walls))}–"
                spread += f"{number(max(cell.walls))})"
                rows.append([key, spread, number(median(cell.peaks))])
        if "tools_call_ms" in self.extra:
            walls = self.extra["tools_call_ms"]
            spread = f"{number(median(walls))} ({number(min(walls))}–{number(max(walls))})"
            rows.append(["`tools call read_file`, cold", spread, "–"])
        verify = self.extra.get("verify")
        if verify:
            rows.append(
                [
                    f"`trace verify`, {verify['records']:,} records,"
                    f" {verify['megabytes']:.0f} MB: {verify['mb_per_s']:.0f} MB/s,"
                    f" {verify['warm_mb_per_s']:.0f} in what is beyond",
                    number(median(verify["wall_ms"])),
                    number(verify["peak_mb"]),
                ]
            )
        table(["writ", "ms: median (least–most)", "peak memory MB"], rows)
        if "ledgers" in self.extra:
            found = self.extra["ledgers"]
            print()
            table(
                ["the ledger, warm", "a second", "a forced write of this disk: ms"],
                [
                    ["durable appends, one thread", f"{found['one_per_s']:,.0f}", forced(found)],
                    [
                        f"durable appends, {found['threads']} threads",
                        f"{found['many_per_s']:,.0f}",
                        forced(found),
                    ],
                ],
            )
        if "verdicts_per_second" in self.extra:
            rates = self.extra["verdicts_per_second"]
            print()
            table(
                ["writ", "verdicts per second: median (least–most)"],
                [
                    [
                        "`policy check --batch`, warm",
                        f"{median(rates):,.0f} ({min(rates):,.0f}–{max(rates):,.0f})",
                    ]
                ],
            )
        if "spawns" in self.extra:
            print()
            table(spawns.HEADS, spawns.rows(self.extra["spawns"], median, percentile))
        if "changes" in self.extra:
            found = self.extra["changes"]
            print()
            table(
                ["what a command changed", "ms (p50 / worst)", "first look", "one `find -printf`"],
                [
                    [
                        f"{name} at {found['files']:,} files",
                        f"{median(found[key]) / 1e6:.0f} / {max(found[key]) / 1e6:.0f}",
                        f"{found['first_ns'] / 1e6:.0f}",
                        f"{found['find_ms']:.0f}",
                    ]
                    for name, key in (
                        ("the look afterwards, compared,", "comparisons_ns"),
                        ("that and the look before it", "pairs_ns"),
                    )
                ],
            )

    def report_terminal(self):
        if "terminal" in self.extra:
            print()
            table(terminal.HEADS, terminal.rows(self.extra["terminal"]))

    def report_commands(self):
        if "commands" in self.extra:
            print()
            table(commands.HEADS, commands.rows(self.extra["commands"]))

    def report_problems(self):
        for key in (
            "tools_call_problem",
            "verify_problem",
            "ledgers_problem",
            "batch_problem",
            "spawns_problem",
            "changes_problem",
            "terminal_problem",
            "commands_problem",
        ):
            if key in self.extra:
                print(f"no figure, {key.replace('_', ' ')}: {self.extra[key]}")

    def json(self):
        return {
            "date": datetime.datetime.now().astimezone().isoformat(),
            "commit": self.commit,
            "cpus": os.cpu_count(),
            "kernel": platform.release(),
            "load": self.load,
            "used_by_others_percent": self.busy,
            "sync_ms": self.syncs,
            "shell_ms": self.shells,
            "extra": self.extra,
            "cells": [cell.json() for cell in self.cells.values()],
        }

    def close(self):
        for cell in self.cells.values():
            if cell.server:
                cell.server.close()
        self.spawner.close()
        shutil.rmtree(self.scratch, ignore_errors=True)


LEDGER = (".orchestration", "agent_trace.jsonl")


def disk():
    """A directory for scratch that is no memory disk and in no repository: agents look upwards."""
    if "TMPDIR" not in os.environ and os.access("/var/tmp", os.W_OK):
        return "/var/tmp"
    return tempfile.gettempdir()


def inherited(place):
    """Something above that an agent would take for the workspace's own."""
    while True:
        for name in (".git", "AGENTS.md", "CLAUDE.md", ".writ", ".pi", ".codex"):
            if os.path.lexists(os.path.join(place, name)):
                return os.path.join(place, name)
        if place == os.path.dirname(place):
            return None
        place = os.path.dirname(place)


def text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def median(values):
    return statistics.median(values) if values else 0


def percentile(values, percent):
    """Nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)] if ordered else 0


def forced(found):
    return f"{found['forced_ns'] / 1e6:.2f}"


def number(value):
    return f"{value:.1f}" if value < 20 else f"{value:,.0f}"


def gaps_shown(cell):
    gaps = [gap / 1000 for run in cell.gaps for gap in run]
    return f"{percentile(gaps, 50):.2f} / {percentile(gaps, 99):.1f}"


def best_gaps_shown(cell):
    runs = [[gap / 1000 for gap in run] for run in cell.gaps]
    return (
        f"{min(percentile(run, 50) for run in runs):.2f}"
        f" / {min(percentile(run, 99) for run in runs):.1f}"
    )


def shown(cell, figure):
    if cell is None:
        return "–"
    return "failed, see below" if cell.problem or not cell.walls else figure(cell)


def table(heads, rows):
    print("| " + " | ".join(heads) + " |")
    print("|---" * len(heads) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")


def others(seconds):
    """How much of the machine is in use while we sleep, in percent; None where nobody tells."""

    def ticks():
        with open("/proc/stat", encoding="ascii") as file:
            counted = [int(word) for word in file.readline().split()[1:]]
        return sum(counted), counted[3] + counted[4]

    if not os.path.exists("/proc/stat"):
        return None
    total, idle = ticks()
    time.sleep(seconds)
    total_after, idle_after = ticks()
    return 100 * (1 - (idle_after - idle) / max(1, total_after - total))


def main():
    parser = argparse.ArgumentParser(prog="./dev bench", description="Prints a table of speeds.")
    parser.add_argument("--quick", action="store_true", help="3 runs of each instead of 15")
    parser.add_argument("--runs", type=int, metavar="N", help="N runs of each")
    parser.add_argument("--only", metavar="NAME", help="only agents with NAME in their name")
    parser.add_argument("--json", metavar="FILE", help="write all samples there")
    parser.add_argument(
        "--peers",
        metavar="DIR",
        default=os.environ.get("WRIT_BENCH_PEERS"),
        help="where `npm install --prefix DIR` put the peers (or WRIT_BENCH_PEERS); else the path",
    )
    parser.add_argument("--scratch", metavar="DIR", help="work there; else in TMPDIR or /var/tmp")
    parser.add_argument(
        "--wait",
        type=float,
        metavar="SECONDS",
        default=0,
        help="before each round, wait at most so long until others leave the machine alone",
    )
    options = parser.parse_args()
    for name in ("peers", "scratch", "json"):
        if getattr(options, name):
            setattr(options, name, os.path.abspath(getattr(options, name)))
    bench = Bench(options)
    try:
        bench.run()
        bench.report()
        if options.json:
            with open(options.json, "w", encoding="utf-8") as file:
                json.dump(bench.json(), file)
    finally:
        bench.close()


main()
