# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""Starts the measured processes. It is a process of its own and imports next to nothing: Linux
counts what a process was before `exec` into its peak memory, so whoever starts it must be small.

Reads marshalled (argv, env, directory, stdout, stderr, timeout) behind four bytes of length, and
answers (wall nanoseconds, wait status, peak kilobytes, timed out, processor seconds) in the same way.
"""
import _signal
import marshal
import os
import sys
import time


def run(argv, env, directory, out, err, timeout):
    os.chdir(directory)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, out, flags, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, err, flags, 0o600),
    ]
    late = []
    begun = time.perf_counter_ns()
    child = os.posix_spawn(argv[0], argv, env, file_actions=actions, setpgroup=0)

    def stop(*_):
        late.append(True)
        os.killpg(child, _signal.SIGKILL)

    _signal.signal(_signal.SIGALRM, stop)
    _signal.alarm(timeout)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter_ns() - begun
    _signal.alarm(0)
    peak = usage.ru_maxrss // (1024 if sys.platform == "darwin" else 1)
    try:
        os.killpg(child, _signal.SIGKILL)  # what it may have left running
    except OSError:
        pass
    return wall, status, peak, bool(late), usage.ru_utime + usage.ru_stime


def main():
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        head = requests.read(4)
        if len(head) < 4:
            return
        request = marshal.loads(requests.read(int.from_bytes(head, "big")))
        try:
            answer = run(*request)
        except OSError as error:
            answer = str(error)
        data = marshal.dumps(answer)
        answers.write(len(data).to_bytes(4, "big") + data)
        answers.flush()


main()
