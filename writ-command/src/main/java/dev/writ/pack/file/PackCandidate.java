// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.JsonException;
import dev.writ.pack.reading.PackGrammar;
import dev.writ.pack.schema.Pack;
import dev.writ.pack.schema.PackExample;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.PackVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A pack from a file, with its hash; it is not trusted yet.
public record PackCandidate(Pack pack, String hash) {
  /// Reads a pack file.
  ///
  /// @param name the file's name, for messages; `.json` makes it JSON, all else is YAML
  /// @throws PackException where the text is not exactly a pack
  public static PackCandidate read(String name, String text) throws PackException {
    try {
      ConfigDocument document = PackFile.document(name, text);
      return new PackCandidate(PackFile.of(document), CanonicalForm.hash(document.root()));
    } catch (JsonException e) {
      throw new PackException(name, e);
    }
  }

  /// This pack's reading of an argument array of its program.
  public PackReading read(List<String> argv) {
    return new PackGrammar(pack).read(argv);
  }

  /// The examples that don't hold; empty where all do.
  public List<String> faults() {
    PackGrammar grammar = new PackGrammar(pack);
    List<String> faults = new ArrayList<>();
    for (PackExample example : pack.examples()) {
      example.fault(grammar.read(example.argv())).ifPresent(faults::add);
    }
    return faults;
  }

  /// The objection to activating it after earlier activations: an older version, or the same
  /// version with another content.
  public Optional<String> objection(ActivationRecord activations) {
    PackVersion newest = activations.newest().get(pack.tool());
    if (newest == null || pack.title().version().compareTo(newest) > 0) {
      return Optional.empty();
    }
    boolean same = activations.of(pack.tool()).filter(last -> last.hash().equals(hash)).isPresent();
    return same
        ? Optional.empty()
        : Optional.of(
            pack.tool()
                + " "
                + pack.title().version()
                + " is not newer than "
                + newest
                + ", which was activated before; raise its version");
  }
}
