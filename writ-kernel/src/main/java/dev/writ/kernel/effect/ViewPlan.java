// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.effect.ViewDifference.Kind;
import dev.writ.kernel.effect.ViewDifference.Node;
import dev.writ.kernel.effect.ViewDifference.Role;
import dev.writ.kernel.json.Json;
import dev.writ.kernel.json.JsonException;
import dev.writ.kernel.json.JsonReader;
import dev.writ.kernel.sandbox.DirectoryHandle.Stamp;
import dev.writ.kernel.scope.WorkspacePath;
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

/// What a crash leaves of a view that was being applied: `begun` says whose it is, before the first
/// record is written; `plan` lists what is to be applied, after the last one was. With a whole plan
/// the application is finished, without one the records are taken back.
final class ViewPlan {
  static final String BEGUN = "begun";
  static final String PLAN = "plan";
  private static final String LAST_LINE = "{\"end\":true}";

  private final CommandViewFiles files;

  ViewPlan(CommandViewFiles files) {
    this.files = files;
  }

  /// Says, durably, that records may follow.
  void begin() throws IOException {
    write(files.file(BEGUN), List.of(files.about().write()));
  }

  /// Says, durably, what is to be applied.
  void write(List<ViewDifference> differences) throws IOException {
    List<String> lines = new ArrayList<>(differences.size() + 1);
    differences.forEach(difference -> lines.add(json(difference).write()));
    lines.add(LAST_LINE);
    write(files.file(PLAN), lines);
  }

  private static void write(Path file, List<String> lines) throws IOException {
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
      channel.force(true);
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

  /// What is to be applied, if all of it was written down.
  Optional<List<ViewDifference>> read() throws IOException {
    Path file = files.file(PLAN);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.getLast().equals(LAST_LINE)) {
      return Optional.empty();
    }
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
    Json.Builder json =
        Json.object()
            .put("path", difference.path().toString())
            .put("role", difference.role().name())
            .put("before", json(difference.before()))
            .put("after", json(difference.after()));
    difference.from().ifPresent(from -> json.put("from", from.toString()));
    return json.build();
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
        json.text("from").map(WorkspacePath::of),
        Role.valueOf(json.text("role").orElse("")));
  }

  private static Node node(Json.Obj json) {
    return new Node(
        Kind.valueOf(json.text("kind").orElse("")),
        (int) number(json, "permissions"),
        json.isTrue("shared"),
        json.isTrue("set_id"),
        new Stamp(
            number(json, "inode"),
            number(json, "size"),
            number(json, "modified"),
            number(json, "changed")));
  }

  private static long number(Json.Obj json, String name) {
    return json.number(name).orElseThrow(IllegalArgumentException::new);
  }
}
