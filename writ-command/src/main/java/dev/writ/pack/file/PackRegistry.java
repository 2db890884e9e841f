// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.command.language.SystemProgram;
import dev.writ.pack.reading.PackGrammar;
import dev.writ.pack.schema.PackCommand;
import dev.writ.pack.schema.PackReading;
import dev.writ.pack.schema.PackRefusal;
import dev.writ.pack.schema.PackVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// All packs: those inside the program, and those that a person activated. Nothing is read before a
/// command is judged, and then only the pack of its program.
public final class PackRegistry {
  /// The directory of packs that speak, below `packs/`.
  public static final String ACTIVATED = "activated/";

  /// A tool's state with its grammar, where a pack speaks for it.
  private record Slot(LoadedPack loaded, Optional<PackGrammar> grammar) {}

  /// The facts needed before the first tool, and what was read by them.
  ///
  /// @param stamp of the record of activations
  private record Index(
      ShippedIndex shipped, ActivationRecord activations, Object stamp, Map<String, Slot> slots) {}

  private final PackFiles shipped;
  private final PackFiles personal;
  private volatile @Nullable Index index;

  /// Reads nothing yet.
  ///
  /// @param shipped the files inside the program
  /// @param personal the files in the person's data directory
  public PackRegistry(PackFiles shipped, PackFiles personal) {
    this.shipped = shipped;
    this.personal = personal;
  }

  /// The packs' reading of an argument array, the program first. Pure except for the first use of a
  /// tool, which reads its pack.
  public PackReading read(List<String> argv) {
    String program = argv.isEmpty() ? "" : SystemProgram.name(argv.getFirst());
    Optional<String> tool = tool(program);
    if (tool.isEmpty()) {
      return new PackReading.NoPack(program);
    }
    Slot slot = slot(tool.get());
    return switch (slot.loaded()) {
      case LoadedPack.Active active -> active(slot, active, program, argv);
      case LoadedPack.RefusedPack refused ->
          new PackReading.RefusedReading(refused.tool(), refused.reason(), refused.why());
      case LoadedPack.MissingPack _ -> new PackReading.WithdrawnPack(program);
    };
  }

  /// The same, with a program that is called by path treated like the program of its name. That
  /// need not be true; but the author of `.venv/bin/pip install` expects it to fetch packages.
  public PackReading readByName(List<String> argv) {
    List<String> named = new ArrayList<>(argv);
    named.set(0, argv.getFirst().substring(argv.getFirst().lastIndexOf('/') + 1));
    return read(named);
  }

  private static PackReading active(
      Slot slot, LoadedPack.Active active, String program, List<String> argv) {
    return active.pack().title().binaries().contains(program)
        ? slot.grammar().orElseThrow().read(argv)
        : new PackReading.WithdrawnPack(program);
  }

  /// Whose pack speaks for a program, if it is loadable.
  private Optional<String> tool(String program) {
    Index known = index();
    Optional<String> tool = known.shipped().tool(program);
    return tool.isPresent() || known.activations().of(program).isEmpty()
        ? tool
        : Optional.of(program);
  }

  /// The tools that have a pack, in order; reads only the indexes.
  public List<String> tools() {
    Index known = index();
    TreeSet<String> tools = new TreeSet<>(known.shipped().hashes().keySet());
    tools.addAll(known.activations().last().keySet());
    return List.copyOf(tools);
  }

  /// The state of a tool's pack; reads it where that was not done yet.
  public LoadedPack load(String tool) {
    return slot(tool).loaded();
  }

  /// The state of the pack that speaks for a program.
  public LoadedPack of(String word) {
    String program = SystemProgram.name(word);
    return tool(program).map(this::load).orElse(new LoadedPack.MissingPack(program));
  }

  /// Whether the pack that speaks for a program was read already; reads nothing itself.
  public boolean hasRead(String word) {
    Index known = index;
    return known != null
        && !known.slots().isEmpty()
        && tool(SystemProgram.name(word)).filter(known.slots()::containsKey).isPresent();
  }

  /// The last words of people about tools.
  public ActivationRecord activations() {
    return index().activations();
  }

  /// The commands that a tool's pack names; none where no pack describes it.
  public List<PackCommand> commands(String tool) {
    return slot(tool).grammar().map(grammar -> grammar.pack().commands()).orElse(List.of());
  }

  /// Forgets what was read: after an activation, or in a new session.
  public synchronized void refresh() {
    index = null;
  }

  /// Another call begins: forgets what was read if a person activated or deactivated a pack
  /// meanwhile, in another terminal.
  public synchronized void lookAgain() {
    Index known = index;
    if (known != null && !known.stamp().equals(personal.stamp(ActivationRecord.FILE))) {
      refresh();
    }
  }

  private Slot slot(String tool) {
    Index known = index();
    Slot slot = known.slots().get(tool);
    return slot != null ? slot : known.slots().computeIfAbsent(tool, name -> make(known, name));
  }

  private Slot make(Index known, String tool) {
    LoadedPack loaded = fresh(known, tool);
    return new Slot(
        loaded,
        loaded instanceof LoadedPack.Active active
            ? Optional.of(new PackGrammar(active.pack()))
            : Optional.empty());
  }

  private LoadedPack fresh(Index known, String tool) {
    Optional<Activation> activation = known.activations().of(tool);
    if (!known.activations().whole()) {
      return new LoadedPack.RefusedPack(
          tool,
          PackRefusal.INDEX_CORRUPT,
          ActivationRecord.FILE + " cannot be read as a whole; remove the broken line");
    }
    String shippedHash = known.shipped().hashes().get(tool);
    if (activation.isEmpty()) {
      return shippedHash == null
          ? new LoadedPack.MissingPack(tool)
          : verified(new Expected(tool, shippedHash, Optional.empty(), LoadedPack.Origin.SHIPPED));
    }
    Activation last = activation.get();
    if (last.action() == Activation.ActivationAction.DEACTIVATE) {
      return new LoadedPack.MissingPack(tool);
    }
    // A person who activates what is shipped wants what is shipped.
    return verified(
        new Expected(
            tool,
            last.hash(),
            Optional.of(last.version()),
            last.hash().equals(shippedHash)
                ? LoadedPack.Origin.SHIPPED
                : LoadedPack.Origin.ACTIVATED));
  }

  /// @param version empty where the hash alone says which
  private record Expected(
      String tool, String hash, Optional<PackVersion> version, LoadedPack.Origin origin) {
    LoadedPack.RefusedPack refused(PackRefusal reason, String why) {
      return new LoadedPack.RefusedPack(tool, reason, why);
    }
  }

  private LoadedPack verified(Expected expected) {
    String name = ACTIVATED + expected.tool() + ".yaml";
    PackFiles files = expected.origin() == LoadedPack.Origin.SHIPPED ? shipped : personal;
    try {
      Optional<String> text = PackFiles.text(files, name);
      return text.isEmpty()
          ? expected.refused(PackRefusal.CORRUPT, name + " is missing")
          : verified(expected, PackCandidate.read(name, text.get()));
    } catch (IOException | PackException e) {
      return expected.refused(PackRefusal.CORRUPT, name + ": " + e.getMessage());
    }
  }

  private static LoadedPack verified(Expected expected, PackCandidate found) {
    PackVersion version = found.pack().title().version();
    if (!found.pack().tool().equals(expected.tool())) {
      return expected.refused(PackRefusal.CORRUPT, "the file is a pack of " + found.pack().tool());
    }
    if (expected.version().isPresent() && version.compareTo(expected.version().get()) < 0) {
      return expected.refused(
          PackRefusal.DOWNGRADE,
          "version "
              + version
              + " is older than "
              + expected.version().get()
              + ", which was activated");
    }
    return found.hash().equals(expected.hash())
        ? new LoadedPack.Active(found.pack(), found.hash(), expected.origin())
        : expected.refused(
            PackRefusal.HASH_MISMATCH,
            "the file's hash is " + found.hash() + ", " + expected.hash() + " was activated");
  }

  private Index index() {
    Index known = index;
    return known != null ? known : readIndex();
  }

  /// Two threads that both miss it read the same.
  private synchronized Index readIndex() {
    Object stamp = personal.stamp(ActivationRecord.FILE); // before it is read
    Index read = new Index(shippedIndex(), readActivations(), stamp, new ConcurrentHashMap<>());
    index = read;
    return read;
  }

  private ShippedIndex shippedIndex() {
    try {
      return ShippedIndex.parse(PackFiles.text(shipped, ShippedIndex.FILE).orElse(""));
    } catch (IOException _) {
      return ShippedIndex.parse("");
    }
  }

  /// A record that can't be read is not an empty one: every tool might have been switched off.
  private ActivationRecord readActivations() {
    try {
      return PackFiles.text(personal, ActivationRecord.FILE)
          .map(ActivationRecord::fold)
          .orElse(ActivationRecord.NONE);
    } catch (IOException _) {
      return ActivationRecord.UNREADABLE;
    }
  }
}
