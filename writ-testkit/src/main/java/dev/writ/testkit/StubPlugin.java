// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A provider's plug-in in Python, which needs nothing but the published protocol: it plays a
/// script, and misbehaves on demand.
public final class StubPlugin {
  private static final String PYTHON = "/usr/bin/python3";

  private static final String PROGRAM =
      """
      import json, os, signal, sys, time

      # usage: plugin.py BEHAVIOUR [SCRIPT]; a script is {"turns": [{"text", "reasoning", "calls", "usage"}]}
      behaviour = sys.argv[1]
      how = behaviour.split("_")
      script = json.load(open(sys.argv[2]))["turns"] if len(sys.argv) > 2 else []
      out = sys.stdout.buffer

      def raw(data):
          out.write(data)
          out.flush()

      def send(**event):
          raw((json.dumps(event, ensure_ascii=False) + "\\n").encode())

      def events(number):
          if script:
              turn = script.pop(0)
          else:
              turn = {"text": "I look at both files, ä\\U0001F600 first.", "calls": [
                  {"tool": "read_file", "arguments": {"path": "a directory/with a long name/a.txt"}},
                  {"tool": "read_file", "arguments": {"path": "b.txt", "lines": [1, 2]}}]}
          said = []
          if turn.get("reasoning"):
              said.append({"type": "reasoning", "kind": "thought", "text": turn["reasoning"], "signature": "c2ln"})
          text = turn.get("text", "")
          for at in range(0, len(text), 24):
              said.append({"type": "text", "text": text[at:at + 24]})
          calls = turn.get("calls", [])
          for i, call in enumerate(calls):
              said.append({"type": "call", "call_id": "c%d_%d" % (number, i),
                           "tool": call["tool"], "arguments": call.get("arguments", {})})
          said.append({"type": "done", "finish": "calls" if calls else "stop",
                       "usage": turn.get("usage", {"input": 100, "output": 20})})
          return [dict(event, id=number) for event in said]

      def answer(request):
          number = request["id"]
          said = events(number)
          word = how[0]
          if word in ("cut", "stall", "error"):  # behind so many events, perhaps in the middle of the next
              count = int(how[1])
              for event in said[:count]:
                  send(**event)
              if len(how) > 2 and count < len(said):
                  line = json.dumps(said[count]).encode()
                  raw(line[:len(line) // 2])
              if word == "error":
                  send(id=number, type="failed", kind=sys.argv[3] if len(sys.argv) > 3 else "server_error",
                       message="the engine fell over")
                  return
              if word == "stall":
                  time.sleep(600)
              out.close()
              os._exit(3)
          if word == "failed":
              send(id=number, type="failed", kind="_".join(how[1:]), message="so it is", retry_after=7)
          elif word == "garbage":
              raw(b"no such protocol\\n")
          elif word == "html":
              raw(b"<!DOCTYPE html><html></html>\\n")
          elif word == "null":
              raw(b"null\\n")
          elif word == "unknown":
              send(id=number, type="surprise")
          elif word == "badfinish":
              send(id=number, type="done", finish="maybe")
          elif word == "wrongid":
              send(id=number + 7, type="text", text="whose?")
          elif word == "empty":
              send(id=number, type="done", finish="stop")
          elif word == "endless":
              raw(b'{"id":')
              while True:
                  raw(b"a" * 65536)
          elif word == "flood":
              while True:
                  send(id=number, type="reasoning", text="a" * 100000)
          elif word == "noise":
              while True:
                  send(id=number, type="text", text="")
                  time.sleep(0.02)
          elif word == "notices":
              while True:
                  send(id=number, type="notice", text="look here")
          elif word == "huge":
              send(id=number, type="text", text="ä" * 1000000)
              send(id=number, type="done", finish="stop", usage={"input": -5, "output": "many"})
          elif word == "utf8":
              raw(b'{"id":%d,"type":"text","text":"A \\xc3( broken."}\\n' % number)
              send(id=number, type="done", finish="stop")
          elif word == "twoends":
              for event in said + said[-1:] + said[:1]:
                  send(**event)
          elif word == "drip":
              for event in said:
                  for b in (json.dumps(event) + "\\n").encode():
                      raw(bytes([b]))
          elif word == "echo":
              send(id=number, type="failed", kind="unauthorised",
                   message="wrong key %s for %s\\x1b[31m" % (key, os.environ.get("STUB_SECRET")))
          elif word == "stderr":
              sys.stderr.write("x" * 100000 + "\\nTraceback: my key is %s\\n" % key)
              sys.stderr.flush()
              os._exit(3)
          elif word == "environment":
              send(id=number, type="text", text=json.dumps(dict(os.environ)))
              send(id=number, type="done", finish="stop")
          elif word == "request":
              send(id=number, type="text", text=json.dumps(request, sort_keys=True))
              send(id=number, type="done", finish="stop")
          elif word == "pid":
              send(id=number, type="text", text=str(os.getpid()))
              send(id=number, type="done", finish="stop")
              time.sleep(600)  # it does not even notice the end of its input
          else:
              for event in said:
                  send(**event)

      key = None
      if how[0] == "crash":
          sys.exit("cannot find my engine")
      if how[0] == "mute":
          time.sleep(600)
      for line in sys.stdin:
          question = json.loads(line)
          if question["type"] == "hello":
              key = question["key"]
              if how[0] == "unready":
                  send(type="hello")
              elif how[0] == "foreign":
                  send(type="ready", protocol=2)
              else:
                  send(type="ready", protocol=1, window=64000, max_output=4000,
                       abilities=["vision", "parallel_calls"],
                       lacks=["tools"] if how[0] == "toolless" else ["reasoning"])
          elif question["type"] == "models":
              send(id=question["id"], type="models", models=[{"name": "stub", "window": 64000}, {"name": "other"}])
          elif how[0] == "toolless":
              send(id=question["id"], type="text",
                   text='```tool_call\\n{"tool": "read_file", "arguments": {"path": "%s"}}\\n```\\n'
                        % len(question["tools"]))
              send(id=question["id"], type="done", finish="stop")
          else:
              answer(question)
      """;

  private StubPlugin() {}

  /// Whether this machine has what the plug-in is written in.
  public static boolean isAvailable() {
    return Files.isExecutable(Path.of(PYTHON));
  }

  /// The words that start it.
  ///
  /// @param directory where its program is put
  /// @param behaviour how it behaves, and what it needs for that
  public static List<String> command(Path directory, String... behaviour) {
    Path program = directory.resolve("plugin.py");
    try {
      Files.writeString(program, PROGRAM);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> words = new java.util.ArrayList<>(List.of(PYTHON, program.toString()));
    words.addAll(List.of(behaviour));
    return words;
  }
}
