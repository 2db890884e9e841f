// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.app.command.trace;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.trace.VouchedRecords;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.history.attribution.LineAttribution;
import dev.writ.records.audit.AuditTrail;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// A file of the workspace, perhaps with a line, as a person writes it: `FILE[:LINE]`.
///
/// @param line from 1; 0 where none is named
record LinePlace(WorkspacePath path, int line) {
  /// Reads the one operand of a command.
  ///
  /// @throws UsageException if it is not such a place
  static LinePlace of(ParsedArguments arguments, SessionHost host, Path directory)
      throws UsageException, IOException {
    if (arguments.operands().size() != 1) {
      throw new UsageException(arguments.command() + " needs one FILE or FILE:LINE");
    }
    return of(arguments.operands().getFirst(), host, directory);
  }

  /// The place that a text names.
  ///
  /// @throws UsageException if it is not such a place
  static LinePlace of(String text, SessionHost host, Path directory)
      throws UsageException, IOException {
    int colon = text.lastIndexOf(':');
    String number = colon > 0 ? text.substring(colon + 1) : "";
    boolean numbered =
        !number.isEmpty() && number.length() < 9 && number.chars().allMatch(Character::isDigit);
    LinePlace place = new LinePlace(path(text, host, directory), 0);
    if (numbered && host.governor().reading().file(place.path()).isEmpty()) {
      int at = Integer.parseInt(number);
      if (at == 0) {
        throw new UsageException("lines are counted from 1");
      }
      return new LinePlace(path(text.substring(0, colon), host, directory), at);
    }
    return place;
  }

  private static WorkspacePath path(String text, SessionHost host, Path directory)
      throws UsageException, IOException {
    Path root = host.governor().root();
    try {
      Path named = directory.toRealPath().resolve(Path.of(text)).normalize();
      Path relative = root.relativize(named);
      return WorkspacePath.of(relative.toString());
    } catch (InvalidPathException e) {
      throw new UsageException("no path: " + e.getMessage());
    } catch (IllegalArgumentException _) {
      throw new UsageException(
          "%s is outside the project %s; use --cwd for another project".formatted(text, root));
    }
  }

  /// Attribution with the records that this person's audit log has.
  static LineAttribution attribution(SessionHost host, ProcessContext context) throws IOException {
    return new LineAttribution(host.governor().evidence(), vouched(context).hashes());
  }

  /// The records that this person's audit log has.
  static VouchedRecords vouched(ProcessContext context) throws IOException {
    return new VouchedRecords(new AuditTrail(context.data()).places().keySet());
  }

  /// Blames the file.
  ///
  /// @throws UsageException if there is no such text file or line
  LineAttribution.Blame blame(SessionHost host, LineAttribution attribution)
      throws UsageException, IOException {
    Optional<FileContent> content = host.governor().reading().file(path);
    if (content.isEmpty() && bare(host)) {
      throw new UsageException(
          "this is a bare repository, which has no work tree: use a clone or `git worktree add`");
    }
    if (content.isEmpty()) {
      throw new UsageException("there is no readable file " + path + " in the workspace");
    }
    if (content.get().binary()) {
      throw new UsageException(path + " is binary: it has no lines");
    }
    LineAttribution.Blame blame = attribution.blame(path, content.get());
    if (line > blame.lines().size()) {
      throw new UsageException(path + " has " + blame.lines().size() + " lines");
    }
    return blame;
  }

  /// Whether the workspace is itself a repository's own directory.
  private static boolean bare(SessionHost host) throws IOException {
    Optional<FileContent> head = host.governor().reading().file(WorkspacePath.of("HEAD"));
    Optional<FileContent> config = host.governor().reading().file(WorkspacePath.of("config"));
    return head.isPresent()
        && config.filter(c -> c.lines().stream().anyMatch(LinePlace::saysBare)).isPresent();
  }

  private static boolean saysBare(String line) {
    return line.replace(" ", "").strip().equals("bare=true");
  }
}
