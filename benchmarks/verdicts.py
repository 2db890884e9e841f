# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""How many verdicts a second `writ policy check --batch` gives once it is warm."""
import json
import os
import subprocess
import threading
import time

LINES = 100_000
COMMANDS = {
    "ls -la": "allow",
    "git status": "allow",
    "cat a.txt | head -3": "allow",
    'find . -name "*.java"': "allow",
    "grep -rn foo .": "allow",
    "sed -n 1,5p a.txt": "allow",
    "timeout 5 ls": "allow",
    "ls && pwd || echo no": "allow",
    "mvn -q test": "allow",
    "cargo build": "allow",
    "npm test": "allow",
    "docker ps": "allow",
    "cp a.txt b.txt": "allow",
    "echo a > b.txt": "allow",
    "git push --force": "deny",
    "chmod 777 a.txt": "deny",
    "sudo make install": "deny",
    "rm -rf /": "deny",
}


def write(path):
    """Writes the questions into a file."""
    commands = list(COMMANDS)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(LINES):
            question = {"id": number, "command": commands[number % len(commands)]}
            question["mode"] = "full_autonomous"
            file.write(json.dumps(question) + "\n")


def measure(start, questions, environment, directory, seconds):
    """Verdicts per second of the second half; a ValueError says what is wrong with the answers."""
    expected = list(COMMANDS.values())
    argv = [start, "policy", "check", "--batch"]
    with open(questions, "rb") as lines, open(os.devnull, "wb") as nowhere:
        process = subprocess.Popen(
            argv, stdin=lines, stdout=subprocess.PIPE, stderr=nowhere, env=environment, cwd=directory
        )
    late = threading.Timer(seconds, process.kill)
    late.start()
    answers, half = [], 0
    for answer in process.stdout:
        answers.append(answer)
        if len(answers) == LINES // 2:
            half = time.perf_counter()
    end = time.perf_counter()
    late.cancel()
    if process.wait() or len(answers) != LINES:
        raise ValueError(f"{len(answers)} answers, exit status {process.returncode}")
    for number in range(len(expected)):
        answer = json.loads(answers[-1 - number])
        if answer["verdict"] != expected[answer["id"] % len(expected)]:
            raise ValueError("it says " + json.dumps(answer))
    return (LINES - LINES // 2) / (end - half)
