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
  private final PackActivator activator;
  private final ParsedArguments arguments;
  private final ProcessContext context;

  PackActivationDialog(
      PackRegistry packs,
      PackActivator activator,
      ParsedArguments arguments,
      ProcessContext context) {
    this.packs = packs;
    this.activator = activator;
    this.arguments = arguments;
    this.context = context;
  }

  /// The packs that can be activated for a tool.
  static PackActivator.Offer offer(PackActivator activator, String tool)
      throws UsageException, PackException, IOException {
    return activator
        .offer(tool)
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no candidate pack for '"
                        + DisplayText.line(tool)
                        + "'; writ pack candidate FILE adds one"));
  }

  /// Checks a file and keeps it as a candidate, or shows which there are.
  ExitCode candidate(List<String> files) throws UsageException, PackException, IOException {
    if (files.size() > 1) {
      throw new UsageException("pack candidate takes one file");
    }
    if (files.isEmpty()) {
      return candidates();
    }
    Path file = context.path(files.getFirst());
    if (!Files.isRegularFile(file) || Files.size(file) > PackFiles.MAX_BYTES) {
      throw new UsageException(
          DisplayText.line(files.getFirst())
              + " is not a file of at most "
              + PackFiles.MAX_BYTES
              + " bytes");
    }
    String text = text(file);
    String name = String.valueOf(file.getFileName());
    List<String> faults = PackCandidate.read(name, text).faults();
    if (!faults.isEmpty()) {
      faults.forEach(fault -> context.err().println("writ: " + DisplayText.line(fault)));
      context.err().println("  The pack was not kept: every example must give its stated result.");
      return ExitCode.FAILED;
    }
    PackCandidate kept = activator.propose(name, text);
    context
        .out()
        .println(
            arguments.has("json")
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
      throw new UsageException(DisplayText.line(file.toString()) + " is not valid UTF-8");
    }
  }

  private ExitCode candidates() throws IOException {
    List<Json> rows = new ArrayList<>();
    for (String tool : activator.candidates()) {
      Json.Obj row;
      String words;
      try {
        Optional<PackActivator.Offer> offer = activator.offer(tool);
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
      if (!arguments.has("json")) {
        context.out().println(DisplayText.line(words));
      }
    }
    if (arguments.has("json")) {
      context.out().println(new Json.Arr(rows).write());
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
    GrantingPerson person = GrantingPerson.of(arguments, context);
    PackActivator.Offer offer = offer(activator, tool);
    Optional<String> objection = activator.objection(offer);
    if (objection.isPresent()) {
      context.err().println("writ: " + DisplayText.line(objection.get()));
      return ExitCode.DENIED;
    }
    PackCandidate candidate = offer.candidate();
    context.out().println(DisplayText.line(words(candidate)));
    PackText.describe(candidate.pack(), context.out());
    context.out().println("Compared with the pack in force:");
    PackText.differences(
        PackDiff.between(PackSubcommand.inForce(packs, tool), candidate.pack()), context.out());
    if (!person.agrees("Use this pack for " + tool + "?", tool, candidate.hash())) {
      context.out().println("Nothing was activated.");
      return ExitCode.DENIED;
    }
    activator.activate(offer, person.name());
    if (packs.load(tool) instanceof LoadedPack.RefusedPack refused) {
      context.err().println("writ: " + DisplayText.line(refused.why()));
      return ExitCode.FAILED;
    }
    context.out().println("Activated.");
    return ExitCode.DONE;
  }

  /// Lets no pack speak for a tool.
  ExitCode deactivate(String tool) throws UsageException, IOException {
    GrantingPerson person = GrantingPerson.of(arguments, context);
    Optional<String> hash = activator.inForce(tool);
    if (hash.isEmpty()) {
      throw new UsageException("no pack describes '" + DisplayText.line(tool) + "'");
    }
    context.out().println(tool + " " + hash.get());
    context.out().println("Without a pack Writ asks about its commands or denies them.");
    if (!person.agrees("Use no pack for " + tool + "?", tool, hash.get())) {
      context.out().println("Nothing was changed.");
      return ExitCode.DENIED;
    }
    activator.deactivate(tool, hash.get(), person.name());
    context.out().println("Deactivated.");
    return ExitCode.DONE;
  }
}
