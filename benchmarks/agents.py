# Implements: docs/spec/17-quality.md §17.3 (Speed)
"""How each agent is driven: where its program is, how it is told of the scripted model, and how it
calls the tool with which it reads a file."""
import glob
import json
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Agent:
    """What is common: Chat Completions, one process per task, the prompt as an argument."""

    name = ""
    dialect = "chat"
    environment = {}
    edits = False
    commands = True

    def version(self):
        """The command line that prints the version."""
        raise NotImplementedError

    def command(self, url, prompt):
        raise NotImplementedError

    def settle(self, home, url):
        """Writes the agent's configuration into a fresh home."""

    def read(self, path):
        """The call that reads a file, as the model would make it."""
        return {"tool": "read_file", "arguments": {"path": path}}

    def edit(self, path, old, new):
        arguments = {"path": path, "old_text": old, "new_text": new}
        return {"tool": "edit_file", "arguments": arguments}

    def write(self, path, content):
        return {"tool": "write_file", "arguments": {"path": path, "content": content}}

    def execute(self, line):
        return {"tool": "run_command", "arguments": {"command": line}}


class Writ(Agent):
    name = "writ"
    edits = True

    def __init__(self, start):
        self.start = start

    def version(self):
        return [self.start, "--version"]

    def command(self, url, prompt):
        return [self.start, "run", prompt, *self.model(url)]

    @staticmethod
    def model(url):
        return ["--provider", "openai", "--endpoint", url, "--model", "scripted"]


class Wire(Writ):
    """Writ with one provider's own protocol, against the same script."""

    # Provider, and what its address has in the place of Chat Completions' `/v1`.
    ALL = (
        ("openai-compatible", "/v1"),
        ("openai-responses", "/v1"),
        ("anthropic", ""),
        ("gemini", "/v1beta"),
        ("ollama", ""),
    )
    edits = False
    commands = False

    def __init__(self, start, provider, path):
        super().__init__(start)
        self.name = "wire " + provider
        self.provider = provider
        self.path = path

    def model(self, url):
        endpoint = url.removesuffix("/v1") + self.path
        return ["--provider", self.provider, "--endpoint", endpoint, "--model", "scripted"]


class Floor(Agent):
    name = "loop without governance"
    edits = True
    commands = False

    def __init__(self):
        self.start = [sys.executable, os.path.join(HERE, "floor_loop.py")]

    def version(self):
        return [*self.start, "--version"]

    def command(self, url, prompt):
        return [*self.start, url, prompt]


class Codex(Agent):
    """Speaks only the Responses API. Its plug-ins are off because they are looked for on the
    network; its first request is the same with them. No sandbox of its own: its model calls the
    shell, which a task of this kind would otherwise not be let do everywhere."""

    dialect = "responses"

    def __init__(self, name, start):
        self.name = name
        self.start = start

    def version(self):
        return [*self.start, "--version"]

    def command(self, url, prompt):
        return [*self.start, "exec", "--skip-git-repo-check", "-s", "danger-full-access", prompt]

    def settle(self, home, url):
        place = os.path.join(home, ".codex")
        os.mkdir(place)
        with open(os.path.join(place, "config.toml"), "w", encoding="utf-8") as file:
            file.write(
                'model = "scripted"\nmodel_provider = "loopback"\n'
                "check_for_update_on_startup = false\n"
                "[analytics]\nenabled = false\n"
                "[features]\nplugins = false\n"
                '[model_providers.loopback]\nname = "loopback"\nwire_api = "responses"\n'
                f'base_url = "{url}"\nrequires_openai_auth = false\nsupports_websockets = false\n'
            )

    def read(self, path):
        return self.execute(f"cat {path}")

    def write(self, path, content):
        return self.execute(f"printf {content!r} > {path}")

    def execute(self, line):
        return {"tool": "exec_command", "arguments": {"cmd": line}}


class Pi(Agent):
    name = "pi"
    edits = True
    environment = {"PI_OFFLINE": "1", "PI_TELEMETRY": "0", "PI_SKIP_VERSION_CHECK": "1"}

    def __init__(self, start):
        self.start = start

    def version(self):
        return [*self.start, "--version"]

    def command(self, url, prompt):
        return [*self.start, "-p", "--provider", "loopback", "--model", "scripted", prompt]

    def settle(self, home, url):
        place = os.path.join(home, ".pi", "agent")
        os.makedirs(place)
        provider = {
            "baseUrl": url,
            "api": "openai-completions",
            "apiKey": "none",
            "models": [{"id": "scripted"}],
        }
        with open(os.path.join(place, "models.json"), "w", encoding="utf-8") as file:
            json.dump({"providers": {"loopback": provider}}, file)

    def read(self, path):
        return {"tool": "read", "arguments": {"path": path}}

    def edit(self, path, old, new):
        arguments = {"path": path, "edits": [{"oldText": old, "newText": new}]}
        return {"tool": "edit", "arguments": arguments}

    def write(self, path, content):
        return {"tool": "write", "arguments": {"path": path, "content": content}}

    def execute(self, line):
        return {"tool": "bash", "arguments": {"command": line}}


def program(name, directory):
    """A program of that name below the peers' directory, else on the path."""
    if directory:
        found = os.path.join(directory, "node_modules", ".bin", name)
        if os.path.exists(found):
            return found
    return shutil.which(name)


def node(script):
    """Starts a script of Node directly: `env` in its first line would cost a process."""
    with open(script, "rb") as file:
        first = file.readline()
    runtime = shutil.which("node")
    return [runtime, script] if b"node" in first and runtime else [script]


def native_codex(launcher):
    """The program that codex's npm launcher starts in the end."""
    package = os.path.dirname(os.path.dirname(os.path.realpath(launcher)))
    for place in (os.path.dirname(package), os.path.join(package, "node_modules", "@openai")):
        found = glob.glob(os.path.join(glob.escape(place), "codex-*", "vendor", "*", "bin", "codex"))
        if found:
            return found[0]
    return None


def installed(directory):
    """The peers that are there, and a line for each that is not."""
    agents, missing = [], []
    launcher = program("codex", directory)
    if launcher:
        native = native_codex(launcher)
        if native:
            agents.append(Codex("codex (native)", [native]))
            agents.append(Codex("codex (npm launcher)", node(launcher)))
        else:
            agents.append(Codex("codex", node(launcher)))
    else:
        missing.append("codex is not installed (npm package @openai/codex)")
    pi = program("pi", directory)
    if pi:
        agents.append(Pi(node(os.path.realpath(pi))))
    else:
        missing.append("pi is not installed (npm package @mariozechner/pi-coding-agent)")
    return agents, missing
