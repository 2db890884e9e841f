# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""How long a piece of an answer takes from the server's `send` until it is on the screen of `writ run`.

The server, the terminal and the clock are this process: piece for piece it sends, then waits for the
words to appear, so that the delay is Writ's and the system's only. What the system takes of it shows
a program that does nothing but copy (`Copier`), measured in turns with Writ."""
import http.server
import json
import os
import pty
import select
import subprocess
import sys
import threading
import time

PIECES = 300
GAP_SECONDS = 0.002
TIMEOUT_SECONDS = 20
MODEL = "scripted"
COPIES = """
import os, socket, sys
server = socket.create_connection(("127.0.0.1", int(sys.argv[1].split(":")[2].split("/")[0])))
server.sendall(b"POST /chat/completions HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 0\\r\\n\\r\\n")
while data := server.recv(65536):
    os.write(1, data)
"""


class Copier:
    """Shows whatever the server sends as it comes."""

    name = "copier"
    provider = "openai-compatible"

    def command(self, url, _):
        return [sys.executable, "-c", COPIES, url]


def word(number):
    return f"piece{number:04} "


def event(data, name=""):
    return ((f"event: {name}\n" if name else "") + f"data: {json.dumps(data)}\n\n").encode()


def opening(provider):
    """What a server says before the first piece."""
    if provider == "anthropic":
        message = {"id": "m", "role": "assistant", "usage": {"input_tokens": 1}}
        block = {"type": "content_block_start", "index": 0}
        return event({"type": "message_start", "message": message}) + event(
            {**block, "content_block": {"type": "text", "text": ""}}
        )
    return b""


def piece(provider, text):
    """One piece as the provider's server sends it."""
    if provider == "anthropic":
        delta = {"type": "text_delta", "text": text}
        return event({"type": "content_block_delta", "index": 0, "delta": delta})
    if provider == "openai-responses":
        kind = "response.output_text.delta"
        return event({"type": kind, "output_index": 0, "delta": text}, kind)
    if provider == "gemini":
        return event({"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}}]})
    if provider == "ollama":
        said = {"role": "assistant", "content": text}
        return json.dumps({"model": MODEL, "message": said, "done": False}).encode() + b"\n"
    return event({"choices": [{"index": 0, "delta": {"content": text}}]})


def closing(provider):
    """How a server says that the answer is whole."""
    if provider == "anthropic":
        stop = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {}}
        return (
            event({"type": "content_block_stop", "index": 0})
            + event(stop)
            + event({"type": "message_stop"})
        )
    if provider == "openai-responses":
        kind = "response.completed"
        return event({"type": kind, "response": {"status": "completed", "output": []}}, kind)
    if provider == "gemini":
        part = {"content": {"role": "model", "parts": [{"text": ""}]}, "finishReason": "STOP"}
        return event({"candidates": [part]})
    if provider == "ollama":
        end = {"model": MODEL, "message": {"role": "assistant", "content": ""}, "done": True}
        return json.dumps({**end, "done_reason": "stop"}).encode() + b"\n"
    return event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}) + (
        b"data: [DONE]\n\n"
    )


class Server(http.server.ThreadingHTTPServer):
    """Answers one request by hand: `connection` is where its pieces go."""

    def __init__(self, provider):
        super().__init__(("127.0.0.1", 0), Handler)
        self.provider = provider
        self.begun, self.ended = threading.Event(), threading.Event()
        self.connection = None
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    disable_nagle_algorithm = True

    def do_GET(self):
        self.send_error(404)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path.endswith("/api/show"):
            self.send_error(404)
            return
        ndjson = self.server.provider == "ollama"
        self.send_response(200)
        self.send_header("content-type", "application/x-ndjson" if ndjson else "text/event-stream")
        self.end_headers()
        self.wfile.write(opening(self.server.provider))
        self.server.connection = self.wfile
        self.server.begun.set()
        self.server.ended.wait(TIMEOUT_SECONDS)
        self.close_connection = True

    def log_message(self, *_):
        pass


def measure(wire, prompt, environment, directory):
    """Nanoseconds for each piece; a ValueError says what went wrong."""
    server = Server(wire.provider)
    screen, terminal = pty.openpty()
    command = wire.command(f"http://127.0.0.1:{server.server_port}/v1", prompt)
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=terminal,
        env={**environment, "TERM": "xterm"},
        cwd=directory,
    )
    os.close(terminal)
    try:
        if not server.begun.wait(TIMEOUT_SECONDS):
            raise ValueError("it asked for no answer")
        found = [shown(server, screen, number) for number in range(PIECES)]
        server.connection.write(closing(wire.provider))
        server.ended.set()
        drain(screen)
        if process.wait(TIMEOUT_SECONDS):
            raise ValueError(f"it ended with {process.returncode}")
        return found
    finally:
        server.ended.set()
        process.kill()
        process.wait()
        os.close(screen)
        server.shutdown()
        server.server_close()


def shown(server, screen, number):
    data, awaited = piece(server.provider, word(number)), word(number).strip().encode()
    time.sleep(GAP_SECONDS)
    sent = time.perf_counter_ns()
    server.connection.write(data)
    seen = b""
    while awaited not in seen:
        if not select.select([screen], [], [], TIMEOUT_SECONDS)[0]:
            raise ValueError(f"piece {number} does not appear")
        seen += os.read(screen, 65536)
    return time.perf_counter_ns() - sent


def drain(screen):
    try:
        while select.select([screen], [], [], TIMEOUT_SECONDS)[0] and os.read(screen, 65536):
            pass
    except OSError:
        pass  # the other side of the terminal is gone
