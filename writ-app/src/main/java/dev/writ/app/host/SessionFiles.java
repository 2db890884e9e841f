// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.host;

import dev.writ.kernel.json.Json;
import dev.writ.kernel.json.JsonException;
import dev.writ.kernel.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The sessions of this machine, as far as their files are still there.
public final class SessionFiles {
  private static final int STAMP_CHARS = 15;

  private final Path directory;

  /// Those in a directory.
  public SessionFiles(Path directory) {
    this.directory = directory;
  }

  /// What a person asked for before an event.
  ///
  /// @param request their last words before it; empty where they are not known
  /// @param file the session's; empty where it is not there
  public record Asked(String request, String file) {}

  /// The request behind an event.
  ///
  /// @param url `session:ID#SEQ`
  /// @throws IOException where a file that is there can't be read
  public Asked behind(String url) throws IOException {
    int hash = url.lastIndexOf('#');
    int colon = url.indexOf(':');
    if (hash < colon || colon < 0 || !Files.isDirectory(directory)) {
      return new Asked("", "");
    }
    String id = url.substring(colon + 1, hash);
    long event = number(url.substring(hash + 1));
    String stamp = id.length() < STAMP_CHARS ? "?" : id.substring(0, STAMP_CHARS);
    if (!stamp.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
      return new Asked("", "");
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "session-" + stamp + "*.jsonl")) {
      for (Path file : files) {
        Optional<String> request = request(file, id, event);
        if (request.isPresent()) {
          return new Asked(request.get(), file.toString());
        }
      }
    }
    return new Asked("", "");
  }

  private static long number(String text) {
    return text.length() < 10 && text.chars().allMatch(c -> c >= '0' && c <= '9') && !text.isEmpty()
        ? Long.parseLong(text)
        : 0;
  }

  private static Optional<String> request(Path file, String id, long event) throws IOException {
    String request = "";
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      boolean first = true;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Json.Obj json;
        try {
          json = JsonReader.readObject(line);
        } catch (JsonException _) {
          continue; // a torn line
        }
        if (first && json.text("id").filter(id::equals).isEmpty()) {
          return Optional.empty();
        }
        first = false;
        if (json.number("seq").orElse(0) > event) {
          break;
        }
        if (json.text("type").filter("user"::equals).isPresent()) {
          request = json.text("content").orElse("");
        }
      }
    }
    return Optional.of(request);
  }
}
