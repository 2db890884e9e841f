// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.grant;

import dev.writ.kernel.store.PackShelf;
import dev.writ.kernel.store.PersonalPacks;
import dev.writ.kernel.store.ShippedPacks;
import dev.writ.pack.file.Activation;
import dev.writ.pack.file.ActivationRecord;
import dev.writ.pack.file.LoadedPack;
import dev.writ.pack.file.PackCandidate;
import dev.writ.pack.file.PackException;
import dev.writ.pack.file.PackFile;
import dev.writ.pack.file.PackFiles;
import dev.writ.pack.file.PackRegistry;
import dev.writ.pack.schema.PackVersion;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Selects the packs in force: a decision of a person only, as everything in [PersonAuthority]
/// (INV-6).
public final class PackActivator {
  private final PackRegistry packs;
  private final PackFiles shipped = new ShippedPacks();
  private final PackFiles personal;
  private final PackShelf shelf;
  private final InstantSource clock;

  PackActivator(PackRegistry packs, PersonalPacks personal, InstantSource clock) {
    this.packs = packs;
    this.personal = personal;
    this.shelf = new PackShelf(personal.data());
    this.clock = clock;
  }

  /// A pack that a person may activate, with exactly the text that was read.
  public record Offer(PackCandidate candidate, String text) {
    /// The tool's name.
    public String tool() {
      return candidate.pack().tool();
    }
  }

  /// The tools that there are candidates of, in order.
  ///
  /// @throws IOException if they can't be listed
  public List<String> candidates() throws IOException {
    return shelf.candidates();
  }

  /// The pack to activate for a tool: its candidate, or the shipped one that a person had
  /// deactivated.
  ///
  /// @throws PackException if the candidate is not a pack
  /// @throws IOException if it can't be read
  public Optional<Offer> offer(String tool) throws PackException, IOException {
    if (!PackFile.isTool(tool)) {
      return Optional.empty();
    }
    Optional<String> candidate = PackFiles.text(personal, PackShelf.CANDIDATE + tool + ".yaml");
    if (candidate.isPresent()) {
      return Optional.of(offer(tool, PackShelf.CANDIDATE + tool + ".yaml", candidate.get()));
    }
    boolean off =
        packs.activations().of(tool).map(Activation::action).stream()
            .anyMatch(Activation.ActivationAction.DEACTIVATE::equals);
    String name = PackRegistry.ACTIVATED + tool + ".yaml";
    Optional<String> inside = off ? PackFiles.text(shipped, name) : Optional.empty();
    return inside.isEmpty() ? Optional.empty() : Optional.of(offer(tool, name, inside.get()));
  }

  private static Offer offer(String tool, String name, String text)
      throws PackException, IOException {
    PackCandidate candidate = PackCandidate.read(name, text);
    if (!candidate.pack().tool().equals(tool)) {
      throw new IOException(name + " is a pack of " + candidate.pack().tool());
    }
    return new Offer(candidate, text);
  }

  /// Keeps a file as a candidate, which changes nothing that is in force.
  ///
  /// @param name the file's name; `.json` makes it JSON, all else is YAML
  /// @throws PackException if it is not a pack
  /// @throws IOException if it can't be kept
  public PackCandidate propose(String name, String text) throws PackException, IOException {
    PackCandidate candidate = PackCandidate.read(name, text);
    String tool = candidate.pack().tool();
    // It is stored as YAML: a text that YAML would read as another pack is certainly not intended.
    if (!PackCandidate.read(tool + ".yaml", text).hash().equals(candidate.hash())) {
      throw new IOException(name + " reads differently as YAML; write it as YAML");
    }
    shelf.keepCandidate(tool, text);
    return candidate;
  }

  /// Why an offer can't be activated; empty if it can.
  public Optional<String> objection(Offer offer) {
    return objection(offer.candidate(), packs.activations());
  }

  private Optional<String> objection(PackCandidate candidate, ActivationRecord activations) {
    if (!activations.whole()) {
      return Optional.of(
          "INDEX_CORRUPT: "
              + ActivationRecord.FILE
              + " cannot be read as a whole; remove the broken line first");
    }
    List<String> faults = candidate.faults();
    if (!faults.isEmpty()) {
      return Optional.of("EXAMPLE_FAILED: " + String.join("; ", faults));
    }
    Optional<String> older = candidate.objection(activations).map(why -> "DOWNGRADE: " + why);
    return older.isPresent() ? older : olderThanShipped(candidate);
  }

  /// The shipped pack was never activated and still must not be replaced by an older one.
  private Optional<String> olderThanShipped(PackCandidate candidate) {
    String tool = candidate.pack().tool();
    PackVersion version = candidate.pack().title().version();
    return packs.load(tool) instanceof LoadedPack.Active active
            && !active.hash().equals(candidate.hash())
            && version.compareTo(active.pack().title().version()) <= 0
        ? Optional.of(
            "DOWNGRADE: %s %s is not newer than %s, which is in force; raise its version"
                .formatted(tool, version, active.pack().title().version()))
        : Optional.empty();
  }

  /// Makes a pack the one in force for its tool.
  ///
  /// @param offer the pack that the person saw
  /// @param who the person
  /// @throws IOException if the pack must not be activated, or the activation cannot be recorded
  public void activate(Offer offer, String who) throws IOException {
    PackCandidate seen = offer.candidate();
    try {
      shelf.activate(
          offer.text(),
          before -> {
            Optional<String> objection = objection(seen, before);
            if (objection.isPresent()) {
              throw new IOException(objection.get());
            }
            return new Activation(
                Activation.ActivationAction.ACTIVATE,
                offer.tool(),
                seen.pack().title().version(),
                seen.hash(),
                who,
                clock.instant());
          });
    } finally {
      packs.refresh();
    }
  }

  /// Lets no pack speak for a tool from now on.
  ///
  /// @param hash of the pack that the person saw in force, or that is refused
  /// @throws IOException if another one is now in force, or it can't be recorded
  public void deactivate(String tool, String hash, String who) throws IOException {
    try {
      shelf.append(
          before -> {
            PackVersion version =
                packs.load(tool) instanceof LoadedPack.Active active
                    ? active.pack().title().version()
                    : before.of(tool).map(Activation::version).orElse(new PackVersion(0, 0, 0));
            if (!inForce(tool).equals(Optional.of(hash))) {
              throw new IOException("another pack of " + tool + " is now in force");
            }
            return new Activation(
                Activation.ActivationAction.DEACTIVATE, tool, version, hash, who, clock.instant());
          });
    } finally {
      packs.refresh();
    }
  }

  /// The hash of the pack that speaks for a tool, or that was activated and is refused; empty
  /// where there is none.
  public Optional<String> inForce(String tool) {
    return switch (packs.load(tool)) {
      case LoadedPack.Active active -> Optional.of(active.hash());
      case LoadedPack.RefusedPack _ -> packs.activations().of(tool).map(Activation::hash);
      case LoadedPack.MissingPack _ -> Optional.empty();
    };
  }
}
