// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.conversation.TypedCommandReport;
import dev.writ.engine.history.EventSource;
import dev.writ.engine.history.LineStream;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.Journal;
import dev.writ.records.journal.LockFile;
import dev.writ.records.journal.WholeFileWriter;
import dev.writ.records.ledger.Ledger;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32;

/// The sessions of this machine, as far as their files are still there.
public final class SessionFiles {
  private static final int STAMP_CHARS = 15;

  /// The beginning of an event's address in a record of the ledger.
  private static final String ORIGIN = "session:";

  private final Path directory;
  private final File folder;
  private final Path data;
  private final DiskPort disk;

  /// Those in a directory.
  ///
  /// @param data the person's data directory, which keeps their index and the lock of open sessions
  public SessionFiles(Path directory, Path data, DiskPort disk) {
    this.disk = disk;
    this.directory = directory;
    this.folder = directory.toFile();
    this.data = data.resolve("sessions");
  }

  /// The directory.
  public Path directory() {
    return directory;
  }

  /// A file that can be a session's.
  ///
  /// @param problem why it can't be read; empty where it can
  record SessionCandidate(String name, SessionEntry.State state, String problem) {}

  /// The names of what can be sessions, in no order; at once, because a path for each of thousands
  /// would take longer.
  List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    if (!Files.isDirectory(directory)) {
      return names;
    }
    String[] all = folder.list();
    if (all == null) {
      throw new IOException(directory + " cannot be read");
    }
    for (String name : all) {
      if (name.endsWith(".jsonl")) {
        names.add(name);
      }
    }
    return names;
  }

  /// Looks at a file.
  SessionCandidate look(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < ' ') { // the index could not keep it
        SessionEntry.State none = new SessionEntry.State(-1, 0);
        return new SessionCandidate(name, none, "has a control character in its name; rename it");
      }
    }
    return found(directory.resolve(name), name);
  }

  /// Whether a file has that state. For thousands of files this takes two thirds of the time of
  /// [#look].
  boolean isAs(String name, SessionEntry.State state) {
    File file = new File(folder, name);
    return file.lastModified() == state.modified() && file.length() == state.size();
  }

  /// The state of a file.
  static SessionEntry.State state(Path file) {
    return found(file, String.valueOf(file.getFileName())).state();
  }

  private static SessionCandidate found(Path file, String name) {
    SessionEntry.State none = new SessionEntry.State(-1, 0);
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        return new SessionCandidate(
            name, none, attributes.isDirectory() ? "is a directory" : "is not a regular file");
      }
      return new SessionCandidate(
          name,
          new SessionEntry.State(attributes.size(), attributes.lastModifiedTime().toMillis()),
          "");
    } catch (IOException e) {
      return new SessionCandidate(name, none, "cannot be read: " + e.getMessage());
    }
  }

  /// Why a session can't be read from a path; empty where it can.
  static Optional<String> problem(Path file) {
    if (!Files.exists(file)) {
      return Optional.of("does not exist");
    }
    String problem = found(file, String.valueOf(file.getFileName())).problem();
    if (!problem.isEmpty()) {
      return Optional.of(problem);
    }
    return Files.isReadable(file)
        ? Optional.empty()
        : Optional.of("cannot be read: it belongs to " + owner(file));
  }

  /// Why a session can't be continued in a file; empty where it can. One of a repository may have
  /// come with links under the names of files beside it.
  Optional<String> readOnly(Path file) throws IOException {
    Path own = Files.exists(directory) ? directory.toRealPath() : directory;
    if (!file.toRealPath().startsWith(own)) {
      return Optional.of("is not one of your sessions in " + directory);
    }
    return Files.isWritable(file)
        ? Optional.empty()
        : Optional.of("cannot be written: it belongs to " + owner(file));
  }

  private static String owner(Path file) {
    try {
      return Files.getOwner(file).getName();
    } catch (IOException | UnsupportedOperationException _) {
      return "another user";
    }
  }

  /// The lines of a session.
  public static EventSource lines(Path file) {
    return visitor -> {
      try (InputStream in = Files.newInputStream(file)) {
        new LineStream(in, Journal.MAX_LINE_BYTES).read(visitor);
      }
    };
  }

  /// Whether a recorded workspace is that directory.
  public static boolean isSame(String workspace, Path directory) {
    try {
      return workspace.equals(directory.toString())
          || (!workspace.isEmpty() && Files.isSameFile(Path.of(workspace), directory));
    } catch (IOException | InvalidPathException _) {
      return false; // one of them is not there
    }
  }

  /// The sessions that the ledger of a workspace names; none where it has no ledger.
  static Set<String> named(Path workspace) throws IOException {
    Set<String> ids = new HashSet<>();
    Path ledger = workspace.resolve(Ledger.PATH);
    if (Files.isRegularFile(ledger)) {
      lines(ledger)
          .read(
              new EventSource.EventLineVisitor() {
                @Override
                public void line(long number, String text) {
                  int from = text.indexOf(ORIGIN);
                  int end = from < 0 ? -1 : text.indexOf('#', from);
                  if (end >= 0) {
                    ids.add(text.substring(from + ORIGIN.length(), end));
                  }
                }

                @Override
                public void skipped(long number, String reason) {}
              });
    }
    return ids;
  }

  /// Whether anything is there.
  static boolean exists(String path) {
    try {
      return Files.exists(Path.of(path));
    } catch (InvalidPathException _) {
      return false;
    }
  }

  /// Whether a directory is there.
  static boolean isDirectory(String path) {
    try {
      return Files.isDirectory(Path.of(path));
    } catch (InvalidPathException _) {
      return false;
    }
  }

  /// Opens the journal of a session, which is created where it is missing.
  Journal journal(Path file) throws IOException {
    return Journal.open(file, disk);
  }

  /// Renames a session's file, and what was torn from it.
  void rename(Path file, Path target) throws IOException {
    disk.perform(DiskPort.Operation.RENAME, target, () -> Files.move(file, target));
    Path torn = Path.of(file + ".torn");
    Path kept = Path.of(target + ".torn");
    if (Files.exists(torn) && !Files.exists(kept)) {
      disk.perform(DiskPort.Operation.RENAME, kept, () -> Files.move(torn, kept));
    }
  }

  /// Claims a session for this process; empty where another process has it open.
  Optional<LockFile.Claim> claim(String key) throws IOException {
    Journal.createPrivate(data);
    return LockFile.claim(data.resolve("lock"), key);
  }

  private Path index() {
    CRC32 crc = new CRC32();
    crc.update(directory.toString().getBytes(StandardCharsets.UTF_8));
    return data.resolve(Long.toHexString(crc.getValue()) + ".index");
  }

  /// The index; nothing where there is none.
  byte[] readIndex() {
    try {
      return Files.readAllBytes(index());
    } catch (IOException _) {
      return new byte[0]; // it is built anew
    }
  }

  /// Replaces the index as a whole. It is not forced to disk: the files are the truth.
  void writeIndex(byte[] index) throws IOException {
    Journal.createPrivate(data);
    String text = new String(index, StandardCharsets.UTF_8);
    new WholeFileWriter(disk).replace(index(), out -> out.write(text));
  }

  /// Writes a text where the person says, whole or not at all; never over a file that exists.
  ///
  /// @throws FileAlreadyExistsException where one exists
  public void writeNew(Path file, Pieces pieces) throws IOException {
    new WholeFileWriter(disk)
        .create(
            file,
            out -> {
              try {
                pieces.write(
                    piece -> {
                      try {
                        out.write(piece);
                      } catch (IOException e) {
                        throw new UncheckedIOException(e);
                      }
                    });
              } catch (UncheckedIOException e) {
                throw e.getCause();
              }
            });
  }

  /// Produces a text piece by piece.
  @FunctionalInterface
  public interface Pieces {
    /// Writes all pieces to a sink.
    void write(Consumer<String> sink) throws IOException;
  }

  /// Writes a session's lines as a new file, whole or not at all.
  ///
  /// @param name of the file, which must not exist
  Path write(String name, Lines lines) throws IOException {
    Journal.createPrivate(directory);
    Path file = directory.resolve(name);
    new WholeFileWriter(disk)
        .create(
            file,
            out ->
                lines.write(
                    line -> {
                      out.write(line);
                      out.write('\n');
                    }));
    return file;
  }

  /// Produces lines.
  @FunctionalInterface
  interface Lines {
    /// Writes all lines to a sink.
    void write(SessionFork.Sink sink) throws IOException;
  }

  /// Removes a session's file, and what was torn from it.
  void remove(String name) throws IOException {
    for (String one : List.of(name, name + ".torn")) {
      Path file = directory.resolve(one);
      disk.perform(DiskPort.Operation.DELETE, file, () -> Files.deleteIfExists(file));
    }
  }

  /// The person's request before an event.
  ///
  /// @param request their last words before it; empty where they are not known
  /// @param file the session's; empty where it is not there
  public record PriorRequest(String request, String file) {}

  /// The request behind an event.
  ///
  /// @param url `session:ID#SEQ`
  /// @throws IOException where a file that is there can't be read
  public PriorRequest behind(String url) throws IOException {
    int hash = url.lastIndexOf('#');
    int colon = url.indexOf(':');
    if (hash < colon || colon < 0 || !Files.isDirectory(directory)) {
      return new PriorRequest("", "");
    }
    String id = url.substring(colon + 1, hash);
    long event = number(url.substring(hash + 1));
    String stamp = id.length() < STAMP_CHARS ? "?" : id.substring(0, STAMP_CHARS);
    if (!stamp.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
      return new PriorRequest("", "");
    }
    PriorRequest usual = behind(id, event, "session-" + stamp + "*.jsonl");
    return usual.file().isEmpty() ? behind(id, event, "*.jsonl") : usual; // a person may name them
  }

  private PriorRequest behind(String id, long event, String names) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, names)) {
      for (Path file : files) {
        if (problem(file).isEmpty()) {
          Optional<String> request = request(file, id, event);
          if (request.isPresent()) {
            return new PriorRequest(request.get(), file.toString());
          }
        }
      }
    }
    return new PriorRequest("", "");
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
          request = TypedCommandReport.request(json.text("content").orElse(""));
        }
      }
    }
    return Optional.of(request);
  }
}
