// Implements: docs/spec/08-authority-and-packs.md §8.4 (Research mode)
package dev.writ.app.command.grant;

import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.grant.PackActivator;
import dev.writ.pack.file.LoadedPack;
import dev.writ.pack.file.PackCandidate;
import dev.writ.pack.file.PackDiff;
import dev.writ.pack.file.PackException;
import dev.writ.pack.file.PackFiles;
import dev.writ.pack.file.PackRegistry;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Candidates, and the person who lets one speak.
final class PackActivationDialog {
  private final PackRegistry packs;
  private final PackActivator activating;
  private final ParsedArguments line;
  private final ProcessContext surroundings;

  PackActivationDialog(
      PackRegistry packs,
      PackActivator activating,
      ParsedArguments line,
      ProcessContext surroundings) {
    this.packs = packs;
    this.activating = activating;
    this.line = line;
    this.surroundings = surroundings;
  }

  /// What could be activated for a tool.
  static PackActivator.Offer offer(PackActivator activating, String tool)
      throws UsageException, PackException, IOException {
    return activating
        .offer(tool)
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no candidate of '"
                        + DisplayText.line(tool)
                        + "'; writ pack candidate FILE keeps one"));
  }

  /// Checks a file and keeps it as a candidate, or shows which there are.
  ExitCode candidate(List<String> files) throws UsageException, PackException, IOException {
    if (files.size() > 1) {
      throw new UsageException("pack candidate takes one file");
    }
    if (files.isEmpty()) {
      return candidates();
    }
    Path file = surroundings.path(files.getFirst());
    if (!Files.isRegularFile(file) || Files.size(file) > PackFiles.MAX_BYTES) {
      throw new UsageException(
          DisplayText.line(files.getFirst())
              + " is no file of at most "
              + PackFiles.MAX_BYTES
              + " bytes");
    }
    String text = text(file);
    String name = String.valueOf(file.getFileName());
    List<String> faults = PackCandidate.read(name, text).faults();
    if (!faults.isEmpty()) {
      faults.forEach(fault -> surroundings.err().println("writ: " + DisplayText.line(fault)));
      surroundings.err().println("  Nothing was kept: every example must hold.");
      return ExitCode.FAILED;
    }
    PackCandidate kept = activating.propose(name, text);
    surroundings
        .out()
        .println(
            line.has("json")
                ? data(kept).write()
                : "Kept as a candidate: "
                    + words(kept)
                    + "; writ pack activate "
                    + kept.pack().tool());
    return ExitCode.DONE;
  }

  private static String text(Path file) throws UsageException, IOException {
    try {
      return Files.readString(file);
    } catch (CharacterCodingException _) {
      throw new UsageException(DisplayText.line(file.toString()) + " is no UTF-8");
    }
  }

  private ExitCode candidates() throws IOException {
    List<Json> rows = new ArrayList<>();
    for (String tool : activating.candidates()) {
      Json.Obj row;
      String words;
      try {
        Optional<PackActivator.Offer> offer = activating.offer(tool);
        if (offer.isEmpty()) {
          continue;
        }
        row = data(offer.get().candidate());
        words = words(offer.get().candidate());
      } catch (PackException | IOException e) {
        row = Json.object().put("tool", tool).put("error", "" + e.getMessage()).build();
        words = tool + " " + e.getMessage();
      }
      rows.add(row);
      if (!line.has("json")) {
        surroundings.out().println(DisplayText.line(words));
      }
    }
    if (line.has("json")) {
      surroundings.out().println(new Json.Arr(rows).write());
    }
    return ExitCode.DONE;
  }

  private static Json.Obj data(PackCandidate candidate) {
    return Json.object()
        .put("tool", candidate.pack().tool())
        .put("version", candidate.pack().title().version().toString())
        .put("hash", candidate.hash())
        .put("faults", Json.texts(candidate.faults()))
        .build();
  }

  private static String words(PackCandidate candidate) {
    return candidate.pack().tool()
        + " "
        + candidate.pack().title().version()
        + " "
        + candidate.hash();
  }

  /// Lets a candidate speak for its tool, once a person has seen what it grants.
  ExitCode activate(String tool) throws UsageException, PackException, IOException {
    GrantingPerson person = GrantingPerson.of(line, surroundings);
    PackActivator.Offer offer = offer(activating, tool);
    Optional<String> objection = activating.objection(offer);
    if (objection.isPresent()) {
      surroundings.err().println("writ: " + DisplayText.line(objection.get()));
      return ExitCode.DENIED;
    }
    PackCandidate candidate = offer.candidate();
    surroundings.out().println(DisplayText.line(words(candidate)));
    PackText.describe(candidate.pack(), surroundings.out());
    surroundings.out().println("Against what is in force:");
    PackText.differences(
        PackDiff.between(PackSubcommand.inForce(packs, tool), candidate.pack()),
        surroundings.out());
    if (!person.agrees("Let this pack speak for " + tool + "?", tool, candidate.hash())) {
      surroundings.out().println("Nothing was activated.");
      return ExitCode.DENIED;
    }
    activating.activate(offer, person.name());
    if (packs.load(tool) instanceof LoadedPack.Refused refused) {
      surroundings.err().println("writ: " + DisplayText.line(refused.why()));
      return ExitCode.FAILED;
    }
    surroundings.out().println("Activated.");
    return ExitCode.DONE;
  }

  /// Lets no pack speak for a tool.
  ExitCode deactivate(String tool) throws UsageException, IOException {
    GrantingPerson person = GrantingPerson.of(line, surroundings);
    Optional<String> hash = activating.inForce(tool);
    if (hash.isEmpty()) {
      throw new UsageException("no pack speaks for '" + DisplayText.line(tool) + "'");
    }
    surroundings.out().println(tool + " " + hash.get());
    surroundings
        .out()
        .println("Without a pack nothing is known of its commands, so they ask or are denied.");
    if (!person.agrees("Let no pack speak for " + tool + "?", tool, hash.get())) {
      surroundings.out().println("Nothing was changed.");
      return ExitCode.DENIED;
    }
    activating.deactivate(tool, hash.get(), person.name());
    surroundings.out().println("Deactivated.");
    return ExitCode.DONE;
  }
}
