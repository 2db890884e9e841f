# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""The floor: an agent loop that governs, records and protects nothing. Nothing that does the same
work can be much faster, so it shows how much of a figure is the work itself.

usage: floor_loop.py BASE_URL PROMPT | --version
"""
import http.client
import json
import sys
from urllib.parse import urlsplit


def function(name, *parameters):
    properties = {parameter: {"type": "string"} for parameter in parameters}
    schema = {"type": "object", "properties": properties, "required": list(parameters)}
    return {"type": "function", "function": {"name": name, "parameters": schema}}


TOOLS = [function("read_file", "path"), function("edit_file", "path", "old_text", "new_text")]


def perform(name, arguments):
    with open(arguments["path"], encoding="utf-8") as file:
        text = file.read()
    if name == "read_file":
        return text
    with open(arguments["path"], "w", encoding="utf-8") as file:
        file.write(text.replace(arguments["old_text"], arguments["new_text"], 1))
    return "ok"


def ask(connection, path, messages):
    body = {"model": "scripted", "stream": True, "messages": messages, "tools": TOOLS}
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    text, calls = [], []
    for line in connection.getresponse():
        if not line.startswith(b"data: {"):
            continue
        for choice in json.loads(line[6:])["choices"]:
            delta = choice["delta"]
            if delta.get("content"):
                text.append(delta["content"])
                sys.stdout.write(delta["content"])
                sys.stdout.flush()
            for call in delta.get("tool_calls", []):
                if call["index"] == len(calls):
                    calls.append({**call, "function": dict(call["function"])})
                else:
                    calls[call["index"]]["function"]["arguments"] += call["function"]["arguments"]
    return "".join(text), calls


def main():
    if sys.argv[1] == "--version":
        print("loop 1")
        return
    url = urlsplit(sys.argv[1])
    connection = http.client.HTTPConnection(url.hostname, url.port)
    messages = [{"role": "user", "content": sys.argv[2]}]
    while True:
        text, calls = ask(connection, url.path + "/chat/completions", messages)
        messages.append({"role": "assistant", "content": text, "tool_calls": calls})
        if not calls:
            print()
            return
        for call in calls:
            wanted = call["function"]
            result = perform(wanted["name"], json.loads(wanted["arguments"]))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})


main()
