# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""One chat of thousands of turns in a pseudo-terminal: what a turn takes, and what the program has
grown to, after each tenth of them.

usage: soak.py [--turns N] COMMAND...     (the command that starts Writ, such as ./writ)

Each turn reads a file and answers with a page of Markdown; each tenth one edits a file, too.
"""
import argparse
import json
import os
import shutil
import signal
import statistics
import sys
import tempfile
import time

import terminal

TURNS, PARTS = 10_000, 10
EDIT_EACH = 10
PAGE_KB = 1
IDLE = b"\x1b]0;writ\x07"  # the title of a chat in which nothing runs
HEADS = ["turns", "ms per turn, median", "p99", "processor ms per turn", "PSS MB", "threads"]
HEADS += ["open files", "session KB", "messages sent"]


class Model(terminal.Model):
    """Calls tools first, then answers; a request that isn't a turn's gets a summary."""

    def __init__(self):
        self.turn = 0
        self.page = terminal.markdown(PAGE_KB)
        self.requests = 0
        self.sent = 0
        super().__init__()

    def answer(self, connection, messages):
        self.requests += 1
        self.sent = len(messages)
        last = messages[-1]
        if last["role"] == "user" and f"turn {self.turn}" in str(last["content"]):
            calls = [("read_file", {"path": "notes.txt"})]
            if self.turn % EDIT_EACH == 0:
                edit = {"path": "notes.txt", "old_text": self.line(-EDIT_EACH), "new_text": self.line(0)}
                calls.append(("edit_file", edit))
            self.send(connection, {"tool_calls": [self.call(i, *c) for i, c in enumerate(calls)]})
            return "tool_calls"
        self.send(connection, {"content": f"{self.page}\n\nThat was turn {self.turn}.\n"})
        return "stop"

    def line(self, behind):
        return f"edited in turn {max(0, self.turn + behind)}."

    def call(self, index, tool, arguments):
        function = {"name": tool, "arguments": json.dumps(arguments)}
        return {"index": index, "id": f"c{self.turn}-{index}", "type": "function", "function": function}


def processes(pid):
    """Threads and open files of a process."""
    return len(os.listdir(f"/proc/{pid}/task")), len(os.listdir(f"/proc/{pid}/fd"))


def session_kb(home):
    size = 0
    for directory, _, files in os.walk(os.path.join(home, ".config/writ/sessions")):
        size += sum(os.path.getsize(os.path.join(directory, name)) for name in files)
    return size / 1024


def one_turn(chat, model, number):
    """Milliseconds from Enter until nothing runs any more."""
    model.turn = number
    del chat.output[:]
    begun = time.monotonic()
    chat.type(f"turn {number}\r")
    while IDLE not in chat.output:
        if not chat.read(terminal.PATIENCE):
            raise ValueError(f"turn {number} does not end; last: {bytes(chat.output[-300:])!r}")
    return 1000 * (time.monotonic() - begun)


def soak(command, turns, scratch):
    model = Model()
    directory = os.path.join(scratch, "chat")
    os.makedirs(os.path.join(directory, "workspace"))
    with open(os.path.join(directory, "workspace", "notes.txt"), "w", encoding="utf-8") as notes:
        notes.write("A file of notes.\nedited in turn 0.\n")
    chat = terminal.Chat(
        command, model.url, directory, ["--execution", "restricted_autonomous", "--no-commit"]
    )
    chat.wait("scripted")
    chat.drain(1)
    print("| " + " | ".join(HEADS) + " |\n" + "|---" * len(HEADS) + "|", flush=True)
    part = max(1, turns // PARTS)
    for first in range(1, turns + 1, part):
        used = chat.processor()
        taken = [one_turn(chat, model, n) for n in range(first, min(first + part, turns + 1))]
        used = 1000 * (chat.processor() - used) / len(taken)
        threads, files = processes(chat.pid)
        row = [
            f"{first + len(taken) - 1:,}",
            f"{statistics.median(taken):.0f}",
            f"{terminal.percentile(taken, 99):.0f}",
            f"{used:.0f}",
            f"{chat.memory():.0f}",
            str(threads),
            str(files),
            f"{session_kb(os.path.join(directory, 'home')):,.0f}",
            f"{model.sent:,}",
        ]
        print("| " + " | ".join(row) + " |", flush=True)
    with open(os.path.join(directory, "workspace", "notes.txt"), encoding="utf-8") as notes:
        edited = notes.read()
    if turns >= EDIT_EACH and f"turn {turns - turns % EDIT_EACH}." not in edited:
        raise ValueError(f"the last edit was not made: {edited}")
    print(f"requests: {model.requests:,}; left set after the end: {chat.end(signal.SIGTERM)}")


def main():
    parser = argparse.ArgumentParser(description="One chat of thousands of turns.")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    scratch = tempfile.mkdtemp(prefix="writ-soak-")
    try:
        soak(options.command, options.turns, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
