// Implements: docs/spec/17-quality.md §17.3 (Speed)
package dev.writ.testkit;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The scripted model server as a process of its own, for benchmarks and people.
final class Launch {
  static final String USAGE =
      "usage: ScriptedModelServer --script FILE [--port-file FILE] [--timings FILE] [--repeat]";

  private @Nullable Path script;
  private @Nullable Path portFile;
  private @Nullable Path timings;
  private boolean repeat;

  /// Starts the server and prints its address.
  ///
  /// @return nothing where the arguments are wrong; then `out` says how they should be
  static @Nullable ScriptedModelServer run(List<String> arguments, PrintStream out)
      throws IOException {
    Launch launch = new Launch();
    if (!launch.read(new ArrayDeque<>(arguments)) || launch.script == null) {
      out.println(USAGE);
      return null;
    }
    try {
      Script read = Script.parse(Files.readString(launch.script));
      ScriptedModelServer server =
          ScriptedModelServer.start(read, launch.repeat, launch.recorder());
      launch.tellPort(server.url());
      out.println(server.url());
      out.flush();
      return server;
    } catch (JsonException | IllegalArgumentException e) {
      out.println(launch.script + " is no script: " + e.getMessage());
      return null;
    }
  }

  private boolean read(Deque<String> arguments) {
    while (!arguments.isEmpty()) {
      String name = arguments.removeFirst();
      if (name.equals("--repeat")) {
        repeat = true;
        continue;
      }
      if (arguments.isEmpty()) {
        return false;
      }
      Path file = Path.of(arguments.removeFirst());
      switch (name) {
        case "--script" -> script = file;
        case "--port-file" -> portFile = file;
        case "--timings" -> timings = file;
        default -> {
          return false;
        }
      }
    }
    return true;
  }

  private Consumer<Json.Obj> recorder() {
    Path file = timings;
    if (file == null) {
      return _ -> {};
    }
    return timing -> {
      try {
        Files.writeString(
            file, timing.write() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /// Writes the port so that a reader never sees half of it.
  private void tellPort(String url) throws IOException {
    if (portFile != null) {
      Path fresh = Path.of(portFile + ".new");
      Files.writeString(fresh, url.substring(url.lastIndexOf(':') + 1));
      Files.move(fresh, portFile, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
