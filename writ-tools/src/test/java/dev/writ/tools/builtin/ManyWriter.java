// Implements: docs/spec/09-intents-and-hooks.md §9.6 (Optimistic locking)
package dev.writ.tools.builtin;

import dev.writ.base.json.Json;
import dev.writ.kernel.tool.CallAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// One of many processes of [ManyWritersTest]: increments numbers in files that all of them share,
/// each time through a separate door, and reports the number of successes of each count.
final class ManyWriter {
  static final int FILES = 3;
  static final int SLOTS = 40;

  private final Door door;
  private final String me;
  private final SplittableRandom random;
  private final Map<String, String> seen = new HashMap<>();
  private final Map<String, Integer> wrote = new HashMap<>();
  private final Map<String, Integer> counted = new TreeMap<>();
  private final Map<String, Integer> answers = new TreeMap<>();

  private ManyWriter(Door door, String me) {
    this.door = door;
    this.me = me;
    this.random = new SplittableRandom(me.hashCode());
  }

  /// Counts until its rounds or its time are over.
  ///
  /// @param arguments the directory of the door, the process's name, how many rounds, how many
  ///     seconds at most (0: no limit)
  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    String me = arguments[1];
    int rounds = Integer.parseInt(arguments[2]);
    long until = System.nanoTime() + Long.parseLong(arguments[3]) * 1_000_000_000L;
    try (Door door = Door.in(directory, setup -> setup.session = me)) {
      ManyWriter writer = new ManyWriter(door, me);
      for (int i = 0; i < rounds && System.nanoTime() < until; i++) {
        writer.round();
      }
      writer.tell(directory.resolve("told-" + me));
    }
  }

  /// A shared file as the test makes it: slots with text between them.
  static String file() {
    StringBuilder text = new StringBuilder();
    for (int slot = 0; slot < SLOTS; slot++) {
      text.append("# about slot ").append(slot).append('\n');
      text.append(slot).append(" = 0\n\n");
    }
    return text.toString();
  }

  private void round() {
    switch (random.nextInt(8)) {
      case 0, 1 -> patch();
      case 2 -> own();
      default -> edit();
    }
  }

  private void edit() {
    String file = file(random.nextInt(FILES));
    int slot = random.nextInt(SLOTS);
    int value = value(file, slot);
    note(
        door.call(
            "edit_file",
            "path",
            file,
            "old_text",
            "\n" + slot + " = " + value + "\n",
            "new_text",
            "\n" + slot + " = " + (value + 1) + "\n"),
        Map.of(file + " " + slot, 1));
  }

  /// Two files by one patch: both counts or none.
  private void patch() {
    String first = file(0);
    String second = file(1 + random.nextInt(FILES - 1));
    int slot = random.nextInt(SLOTS);
    int one = value(first, slot);
    int two = value(second, slot);
    String hunk = "*** Update File: %s%n@@%n # about slot %d%n-%d = %d%n+%d = %d%n";
    String patch =
        "*** Begin Patch\n"
            + hunk.formatted(first, slot, slot, one, slot, one + 1)
            + hunk.formatted(second, slot, slot, two, slot, two + 1)
            + "*** End Patch\n";
    note(
        door.call("apply_patch", "patch", patch),
        Map.of(first + " " + slot, 1, second + " " + slot, 1));
  }

  /// Files of its own in a directory that all use.
  private void own() {
    String mine = "src/own/" + me + ".txt";
    if (Files.exists(door.root.resolve(mine))) {
      note(door.call("move_path", "from", mine, "to", mine + "." + random.nextInt()), Map.of());
    } else {
      note(door.call("write_file", "path", mine, "content", me + "\n"), Map.of());
    }
  }

  private void note(CallAnswer answer, Map<String, Integer> counts) {
    String code = Door.code(answer);
    answers.merge(code, 1, Integer::sum);
    if (answer.result().content().contains("Rebased")) {
      answers.merge("rebased", 1, Integer::sum);
    }
    if (!code.equals("ok")) {
      seen.clear();
      return;
    }
    counts.forEach(
        (slot, count) -> {
          counted.merge(slot, count, Integer::sum);
          wrote.merge(slot, 1, Integer::sum);
        });
  }

  private static String file(int number) {
    return "src/f" + number + ".txt";
  }

  /// The process's belief about the content: it reads again only after a refusal.
  private int value(String file, int slot) {
    String text = seen.get(file);
    if (text == null) {
      text = door.text("read_file", "path", file, "limit", 5000);
      seen.put(file, text);
      wrote.keySet().removeIf(written -> written.startsWith(file + " "));
    }
    int more = wrote.getOrDefault(file + " " + slot, 0);
    for (String line : text.split("\n", -1)) {
      String plain = line.substring(line.indexOf('\t') + 1);
      if (plain.startsWith(slot + " = ")) {
        return more + Integer.parseInt(plain.substring(plain.indexOf('=') + 2));
      }
    }
    throw new IllegalStateException("slot " + slot + " is gone: " + text);
  }

  private void tell(Path at) throws IOException {
    Json.Builder counts = Json.object();
    counted.forEach((slot, count) -> counts.put(slot, count));
    Json.Builder codes = Json.object();
    answers.forEach((code, count) -> codes.put(code, count));
    Json.Obj told =
        Json.object().put("counted", counts.build()).put("answers", codes.build()).build();
    Files.write(at, told.write().getBytes(StandardCharsets.UTF_8));
  }
}
