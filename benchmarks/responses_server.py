# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""A scripted model on loopback that speaks OpenAI's Responses API, for agents that speak nothing
else. It plays the scripts of ScriptedModelServer, cuts texts into the same pieces, flushes each,
and measures at the same two points: a request counts from its last byte on, an answer ends with
its last flush.

usage: responses_server.py --script FILE --port-file FILE --timings FILE [--requests FILE]
"""
import argparse
import json
import os
import socket
import threading
import time

FILLER = "The quick brown fox jumps over the lazy dog, line by line.\n"
PIECE, LONG_PIECE, LONG_TEXT = 24, 256, 4096


def filler(kilobytes):
    length = kilobytes * 1024
    return (FILLER * (length // len(FILLER) + 1))[:length]


def pieces(text):
    size = LONG_PIECE if len(text) > LONG_TEXT else PIECE
    return [text[i : i + size] for i in range(0, len(text), size)]


def event(kind, **fields):
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()


def answer(turn, number):
    """The events of one answer."""
    response = {"id": f"resp_{number}", "object": "response", "status": "in_progress"}
    yield event("response.created", response=response)
    items = []
    text = turn.get("text", "") + filler(turn.get("text_kb", 0))
    if text:
        item = {"type": "message", "role": "assistant", "id": f"msg_{number}", "content": []}
        yield event("response.output_item.added", output_index=0, item=item)
        for piece in pieces(text):
            yield event(
                "response.output_text.delta",
                item_id=item["id"],
                output_index=0,
                content_index=0,
                delta=piece,
            )
        part = {"type": "output_text", "text": text, "annotations": []}
        items.append({**item, "status": "completed", "content": [part]})
        yield event("response.output_item.done", output_index=0, item=items[-1])
    for index, call in enumerate(turn.get("calls", []), start=len(items)):
        item = {
            "type": "function_call",
            "id": f"fc_{number}_{index}",
            "call_id": f"call_{number}_{index}",
            "name": call["tool"],
        }
        arguments = json.dumps(call["arguments"])
        yield event(
            "response.output_item.added", output_index=index, item={**item, "arguments": ""}
        )
        for piece in pieces(arguments):
            yield event(
                "response.function_call_arguments.delta",
                item_id=item["id"],
                output_index=index,
                delta=piece,
            )
        items.append({**item, "arguments": arguments, "status": "completed"})
        yield event("response.output_item.done", output_index=index, item=items[-1])
    usage = {
        "input_tokens": 100,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 20,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": 120,
    }
    done = {**response, "status": "completed", "output": items, "usage": usage}
    yield event("response.completed", response=done)


class Server:
    def __init__(self, script, timings, requests):
        with open(script, encoding="utf-8") as file:
            self.turns = json.load(file)["turns"]
        # Made before anything is measured, as the answers to all requests look alike.
        self.answers = [list(answer(turn, n)) for n, turn in enumerate(self.turns, 1)]
        self.timings = timings
        self.requests = requests
        self.lock = threading.Lock()
        self.count = 0
        self.answered = 0

    def serve(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        reader = connection.makefile("rb")
        try:
            while self.exchange(connection, reader):
                pass
        except OSError:
            pass
        finally:
            reader.close()
            connection.close()

    def exchange(self, connection, reader):
        first = reader.readline().split()
        if len(first) < 2:
            return False
        length = 0
        while True:
            line = reader.readline()
            if line in (b"\r\n", b"\n", b""):
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        body = reader.read(length)
        arrived = time.perf_counter_ns()
        if first[0] != b"POST" or not first[1].split(b"?")[0].endswith(b"/responses"):
            page = b'{"error":{"message":"no such page"}}'
            connection.sendall(
                b"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\n"
                + b"Content-Length: %d\r\n\r\n" % len(page)
                + page
            )
            return True
        with self.lock:
            self.count += 1
            number = self.count
            since = arrived - self.answered if self.answered else 0
            self.record(number, since, body)
        events = self.answers[(number - 1) % len(self.answers)]
        connection.sendall(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        for data in events:
            connection.sendall(b"%x\r\n%s\r\n" % (len(data), data))
        connection.sendall(b"0\r\n\r\n")
        self.answered = time.perf_counter_ns()
        return True

    def record(self, number, since, body):
        line = {"request": number, "after_answer_us": since // 1000, "body_bytes": len(body)}
        with open(self.timings, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        if self.requests:
            with open(self.requests, "ab") as file:
                file.write(body + b"\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--script", required=True)
    parser.add_argument("--port-file", required=True)
    parser.add_argument("--timings", required=True)
    parser.add_argument("--requests", help="append each request's body to this file")
    parser.add_argument("--repeat", action="store_true", help="it always begins again")
    options = parser.parse_args()
    server = Server(options.script, options.timings, options.requests)
    listener = socket.create_server(("127.0.0.1", 0))
    fresh = options.port_file + ".new"
    with open(fresh, "w", encoding="utf-8") as file:
        file.write(str(listener.getsockname()[1]))
    os.rename(fresh, options.port_file)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=server.serve, args=(connection,), daemon=True).start()


if __name__ == "__main__":
    main()
