# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""A chat in a pseudo-terminal: how soon its prompt stands, how soon a typed key is shown, what it
sends, what it takes, and what it leaves set.

usage: terminal.py [--runs N] COMMAND...     (the command that starts Writ, such as ./writ)
"""
import argparse
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import socket
import statistics
import struct
import sys
import tempfile
import termios
import threading
import time

HEADS = ["a chat in a pseudo-terminal of 80 × 24", "median", "goal"]
COLUMNS, ROWS = 80, 24
STREAM_KB, STREAM_SECONDS, PIECE = 250, 12, 40
LAST = "OVER AND OUT"
PATIENCE = 60
KEYS = 60
# A key that no text and no sequence has, and what takes it away again.
KEY, ERASE = "§", "\x7f"
SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[^\[\]])")
# Modes that outlive a program: set and reset.
MODE = re.compile(rb"\x1b\[\?(\d+)([hl])|\x1b\[([<>])[\d;]*u|\x1b\[>4;(\d)m")


def markdown(kilobytes):
    """Text of all kinds of blocks, without the key."""
    parts, size, number = [], 0, 0
    words = "the quick brown fox jumps over a lazy dog and reads every line of it again".split()
    while size < kilobytes * 1024:
        number += 1
        turned = words[number % 7 :] + words[: number % 7]
        prose = " ".join(turned * 4)
        part = (
            f"## Part {number}\n\n{prose}, **with weight** and `code_{number}`.\n\n"
            f"- first, {' '.join(turned)}\n- second, {' '.join(turned[:6])}\n"
            f"1. one {turned[0]}\n2. two {turned[1]}\n\n"
            f"```java\nint total{number} = 0;\nfor (String line : lines) {{\n"
            f'    total{number} += line.length(); // {turned[2]}\n}}\nreturn "{turned[3]}";\n```\n\n'
            f"| name | value |\n|---|---|\n| {turned[0]} | {number} |\n| {turned[4]} | 22 |\n\n"
        )
        parts.append(part)
        size += len(part)
    return "".join(parts)


class Model:
    """Answers each request over Chat Completions: "paced" and "fast" stream, else one word."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/v1"
        self.ended = 0.0
        self.text = markdown(STREAM_KB)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        reader = connection.makefile("rb")
        try:
            while self.exchange(connection, reader):
                pass
        except OSError:
            pass  # the program has gone

    def exchange(self, connection, reader):
        length = 0
        for line in iter(reader.readline, b""):
            if line in (b"\r\n", b"\n"):
                break
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        else:
            return False
        body = reader.read(length)
        connection.sendall(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        finish = self.answer(connection, json.loads(body or b"{}").get("messages", []))
        self.send(connection, {}, finish)
        self.chunk(connection, b"data: [DONE]\n\n")
        connection.sendall(b"0\r\n\r\n")
        return True

    def answer(self, connection, messages):
        """Sends an answer; gives its finish reason."""
        asked = [m for m in messages if m["role"] == "user"]
        wish = str(asked[-1]["content"]) if asked else ""
        if "paced" in wish or "fast" in wish:
            self.stream(connection, STREAM_SECONDS if "paced" in wish else 0)
        else:
            self.send(connection, {"content": "Done."})
        return "stop"

    def stream(self, connection, seconds):
        begun = time.monotonic()
        for at in range(0, len(self.text), PIECE):
            due = begun + seconds * at / len(self.text)
            time.sleep(max(0.0, due - time.monotonic()))
            self.send(connection, {"content": self.text[at : at + PIECE]})
        self.ended = time.monotonic()
        self.send(connection, {"content": "\n\n" + LAST + "\n\n"})

    def send(self, connection, delta, finish=None):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        piece = json.dumps({"id": "1", "object": "chat.completion.chunk", "choices": [choice]})
        self.chunk(connection, b"data: " + piece.encode() + b"\n\n")

    @staticmethod
    def chunk(connection, data):
        connection.sendall(b"%x\r\n%s\r\n" % (len(data), data))


class Chat:
    """The program at a terminal that never answers."""

    def __init__(self, command, url, directory, options=()):
        for name in ("home", "tmp", "workspace"):
            os.makedirs(os.path.join(directory, name), exist_ok=True)
        arguments = ["--provider", "openai", "--endpoint", url, "--model", "scripted", *options]
        environment = {
            **{name: os.environ[name] for name in ("PATH", "JAVA_HOME") if name in os.environ},
            "HOME": os.path.join(directory, "home"),
            "TMPDIR": os.path.join(directory, "tmp"),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.output = bytearray()
        self.seen = 0
        self.begun = time.monotonic()
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for descriptor in range(3):
                os.dup2(slave, descriptor)
            os.chdir(os.path.join(directory, "workspace"))
            os.closerange(3, 256)
            os.execvpe(command[0], [*command, "chat", *arguments], environment)

    def read(self, seconds):
        """Takes what comes within the time; whether anything came."""
        if not select.select([self.master], [], [], max(0.0, seconds))[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.output += data
        return bool(data)

    def type(self, keys):
        os.write(self.master, keys.encode())

    def shown(self, text, since):
        return text.encode() in SEQUENCE.sub(b"", bytes(self.output[since:]))

    def wait(self, text, since=0):
        """The time when a text was shown."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.shown(text, since):
                return time.monotonic()
            self.read(until - time.monotonic())
        raise ValueError(f"never shown: {text}; last: {bytes(self.output[-300:])!r}")

    def drain(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.read(until - time.monotonic())

    def echo(self, gap):
        """How long one key takes to be shown, in milliseconds."""
        since = len(self.output)
        begun = time.monotonic()
        self.type(KEY)
        taken = 1000 * (self.wait(KEY, since) - begun)
        self.type(ERASE)
        self.drain(gap)
        return taken

    def memory(self):
        """The proportional share of memory, in MB."""
        with open(f"/proc/{self.pid}/smaps_rollup", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Pss:")) / 1024

    def processor(self):
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, number):
        """What is left set after a signal, in words."""
        os.kill(self.pid, number)
        until = time.monotonic() + 10
        status = 0
        while not status and time.monotonic() < until:
            self.read(0.05)
            status, _ = os.waitpid(self.pid, os.WNOHANG)
        if not status:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            return "does not end"
        while self.read(0.05):
            pass
        left = set()
        for mode, how, stack, other in MODE.findall(bytes(self.output)):
            name = mode.decode() or ("keyboard" if stack else "other keys")
            on = how == b"h" or stack == b">" or other == b"1"
            (left.discard if on == (name == "25") else left.add)(name)
        if termios.tcgetattr(self.slave) != self.before:
            left.add("settings of the line")
        os.close(self.master)
        os.close(self.slave)
        return ", ".join(sorted(left)) or "clean"


def measure(command, runs, scratch):
    """All samples of all runs."""
    model = Model()
    found = {}

    def note(name, *values):
        found.setdefault(name, []).extend(values)

    for number in range(runs):
        for way in ("paced", "fast"):
            chat = Chat(command, model.url, tempfile.mkdtemp(prefix="chat-", dir=scratch))
            note("prompt", 1000 * (chat.wait("> ") - chat.begun))
            chat.type(KEY)
            note("usable", 1000 * (chat.wait(KEY) - chat.begun))
            chat.type(ERASE)
            chat.wait("scripted")
            chat.drain(1)
            note("pss", chat.memory())
            note("idle", *(chat.echo(0.02) for _ in range(KEYS)))
            since, used = len(chat.output), chat.processor()
            chat.type(way + "\r")
            if way == "paced":
                chat.drain(1)
                measured = len(chat.output)
                chat.drain(STREAM_SECONDS - 4)
                chat.wait(LAST, measured)
            else:
                chat.wait(LAST, since)
            note(way + " end", 1000 * (time.monotonic() - model.ended))
            note(way + " bytes", (len(chat.output) - since) / STREAM_KB)
            note(way + " CPU", chat.processor() - used)
            chat.drain(1)
            note(way + " pss", chat.memory())
            since = len(chat.output)
            if number == 0 or way == "paced":
                chat.type(way + "\r")
                chat.drain(0.5)
                echoes = []
                while not chat.shown(LAST, since):
                    echoes.append(chat.echo(0.1))
                note(way + " echo", *echoes)
                chat.drain(1)
            note("left", chat.end(signal.SIGHUP if way == "fast" else signal.SIGTERM))
    model.listener.close()
    return found


def percentile(values, percent):
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def rows(found):
    """The table: what, the figure, the goal."""

    def median(name):
        return statistics.median(found[name])

    def both(name):
        return f"{percentile(found[name], 50):.1f} / {percentile(found[name], 99):.1f}"

    return [
        ["prompt stands, ms", f"{median('prompt'):.0f}", "–"],
        ["usable (a key is shown), ms", f"{median('usable'):.0f}", "≤ 150"],
        ["PSS at rest, MB", f"{median('pss'):.0f}", "≤ 80"],
        ["echo at rest, ms (p50 / p99)", both("idle"), "≤ 1.5 / ≤ 5"],
        [f"echo, {STREAM_KB} KB in {STREAM_SECONDS} s, ms", both("paced echo"), "≤ 3 / ≤ 40"],
        ["echo, full speed, ms", both("fast echo"), "–"],
        ["full speed: end shown after its last byte, ms", f"{median('fast end'):.0f}", "≤ 500"],
        ["full speed: processor, s", f"{median('fast CPU'):.2f}", "≤ 1.5"],
        ["paced: processor, s", f"{median('paced CPU'):.2f}", "–"],
        ["paced: bytes for each KB", f"{median('paced bytes'):,.0f}", "≤ 600"],
        ["full speed: bytes for each KB", f"{median('fast bytes'):,.0f}", "–"],
        ["PSS after the paced stream, MB", f"{median('paced pss'):.0f}", "≤ 110"],
        ["PSS after full speed, MB", f"{median('fast pss'):.0f}", "≤ 110"],
        ["left set after SIGTERM, SIGHUP", ", ".join(sorted(set(found["left"]))), "clean"],
    ]


def main():
    parser = argparse.ArgumentParser(description="Measures a chat in a pseudo-terminal.")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    program = shutil.which(options.command[0]) if options.command else None
    if program is None:
        parser.error("name a program that can be started")
    command = [os.path.abspath(program), *options.command[1:]]
    scratch = tempfile.mkdtemp(prefix="writ-terminal-")
    try:
        for row in rows(measure(command, options.runs, scratch)):
            print("| " + " | ".join(row) + " |")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
