// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.pack.schema.Pack;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The list of packs inside the program: `packs/index`, one line for each tool with the hash of its
/// canonical form and the programs that it speaks for. A test keeps it in step with the files.
///
/// @param hashes by tool
/// @param tools by program
public record ShippedIndex(Map<String, String> hashes, Map<String, String> tools) {
  /// The file's name below `packs/`.
  public static final String FILE = "index";

  public ShippedIndex {
    hashes = Map.copyOf(hashes);
    tools = Map.copyOf(tools);
  }

  /// Reads `<hash> <tool> <program>…` lines.
  public static ShippedIndex parse(String text) {
    Map<String, String> hashes = new HashMap<>();
    Map<String, String> tools = new HashMap<>();
    text.lines()
        .map(line -> line.split(" "))
        .filter(words -> words.length > 2)
        .forEach(
            words -> {
              hashes.put(words[1], words[0]);
              for (int i = 2; i < words.length; i++) {
                tools.put(words[i], words[1]);
              }
            });
    return new ShippedIndex(hashes, tools);
  }

  /// The line for a pack.
  static String line(String hash, Pack pack) {
    return hash + " " + pack.tool() + " " + String.join(" ", pack.title().binaries());
  }

  Optional<String> tool(String program) {
    return Optional.ofNullable(tools.get(program));
  }
}
