// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.view;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.kernel.comparison.ViewDifference;
import dev.writ.kernel.comparison.ViewDifference.Kind;
import dev.writ.kernel.comparison.ViewDifference.Node;
import dev.writ.kernel.comparison.ViewDifference.Role;
import dev.writ.records.journal.DiskPort.Operation;
import dev.writ.sandbox.os.DirectoryHandle.DirectoryStamp;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The data that a crash leaves of a view while it is applied: `begun` names its owner, before the
/// first record is written; `plan` lists the changes to apply, after the last record was written.
/// With a complete plan the application is finished, without one the records are reverted. Both the
/// plan and, without one, `withdrawn` contain the length of the ledger at that time: records after
/// that position revert others, so that nothing is reverted twice.
final class ViewPlan {
  static final String BEGUN = "begun";
  private static final String PLAN = "plan";
  private static final String WITHDRAWN = "withdrawn";
  private static final String LEDGER = "ledger";

  private final CommandViewFiles files;

  ViewPlan(CommandViewFiles files) {
    this.files = files;
  }

  /// Says, durably, that records may follow.
  void begin(Json.Obj about) throws IOException {
    write(BEGUN, List.of(about.write()));
  }

  /// Says, durably, what is to be applied.
  ///
  /// @param ledger how long the ledger is, with all their records
  void decide(List<ViewDifference> differences, long ledger) throws IOException {
    List<String> lines = new ArrayList<>(differences.size() + 1);
    differences.forEach(difference -> lines.add(json(difference).write()));
    lines.add(Json.object().put(LEDGER, ledger).build().write());
    write(PLAN, lines);
  }

  /// Says, durably, that nothing will be applied and records are going to be taken back; the first
  /// one who says so counts.
  ///
  /// @param ledger how long the ledger is
  void withdraw(long ledger) throws IOException {
    files.delete(PLAN);
    if (ledgerOf(WITHDRAWN).isEmpty()) {
      write(WITHDRAWN, List.of(Json.object().put(LEDGER, ledger).build().write()));
    }
  }

  /// Nothing is left to be done.
  void close() throws IOException {
    files.delete(BEGUN);
    files.delete(PLAN);
    files.delete(WITHDRAWN);
  }

  private void write(String name, List<String> lines) throws IOException {
    Path file = files.file(name);
    files.perform(Operation.WRITE, name, () -> writeLines(file, lines));
    files.perform(
        Operation.FORCE,
        name,
        () -> {
          try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
          }
        });
  }

  private static void writeLines(Path file, List<String> lines) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        BufferedWriter writer =
            new BufferedWriter(
                new OutputStreamWriter(
                    Channels.newOutputStream(channel), StandardCharsets.UTF_8))) {
      for (String line : lines) {
        writer.write(line);
        writer.write('\n');
      }
      writer.flush();
    }
  }

  /// Whose the view is, if records may have been written.
  Optional<Json.Obj> begun() throws IOException {
    Path file = files.file(BEGUN);
    try {
      return Files.exists(file)
          ? Optional.of(JsonReader.readObject(Files.readString(file).strip()))
          : Optional.empty();
    } catch (JsonException _) {
      return Optional.empty(); // cut off: no record follows half a line
    }
  }

  /// How long the ledger was with the last record of a change; empty where that was not said.
  OptionalLong recorded() throws IOException {
    OptionalLong planned = ledgerOf(PLAN);
    return planned.isPresent() ? planned : ledgerOf(WITHDRAWN);
  }

  private OptionalLong ledgerOf(String name) throws IOException {
    List<String> lines = lines(name);
    try {
      return lines.isEmpty()
          ? OptionalLong.empty()
          : JsonReader.readObject(lines.getLast()).number(LEDGER);
    } catch (JsonException _) {
      return OptionalLong.empty(); // cut off
    }
  }

  private List<String> lines(String name) throws IOException {
    Path file = files.file(name);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /// The changes to apply, if the list is complete.
  Optional<List<ViewDifference>> read() throws IOException {
    if (ledgerOf(PLAN).isEmpty()) {
      return Optional.empty();
    }
    List<String> lines = lines(PLAN);
    Path file = files.file(PLAN);
    List<ViewDifference> differences = new ArrayList<>();
    try {
      for (String line : lines.subList(0, lines.size() - 1)) {
        differences.add(difference(JsonReader.readObject(line)));
      }
    } catch (JsonException | IllegalArgumentException e) {
      throw new IOException(file + " is damaged", e);
    }
    return Optional.of(differences);
  }

  private static Json.Obj json(ViewDifference difference) {
    return Json.object()
        .put("path", difference.path().toString())
        .put("role", difference.role().name())
        .put("before", json(difference.before()))
        .put("after", json(difference.after()))
        .build();
  }

  private static Json json(Node node) {
    return Json.object()
        .put("kind", node.kind().name())
        .put("permissions", node.permissions())
        .put("shared", node.isShared())
        .put("set_id", node.setsId())
        .put("inode", node.stamp().inode())
        .put("size", node.stamp().size())
        .put("modified", node.stamp().modified())
        .put("changed", node.stamp().changed())
        .build();
  }

  private static ViewDifference difference(Json.Obj json) {
    return new ViewDifference(
        WorkspacePath.of(json.text("path").orElseThrow(IllegalArgumentException::new)),
        node(json.object("before")),
        node(json.object("after")),
        Role.valueOf(json.text("role").orElse("")),
        ViewDifference.Standing.AS_IT_WAS);
  }

  private static Node node(Json.Obj json) {
    return new Node(
        Kind.valueOf(json.text("kind").orElse("")),
        (int) number(json, "permissions"),
        json.isTrue("shared"),
        json.isTrue("set_id"),
        new DirectoryStamp(
            number(json, "inode"),
            number(json, "size"),
            number(json, "modified"),
            number(json, "changed")));
  }

  private static long number(Json.Obj json, String name) {
    return json.number(name).orElseThrow(IllegalArgumentException::new);
  }
}
