// Implements: docs/spec/08-authority-and-packs.md §8.2 (The token)
package dev.writ.app.command.grant;

import dev.writ.app.cli.CommandOption;
import dev.writ.app.cli.ParsedArguments;
import dev.writ.app.cli.UsageException;
import dev.writ.app.command.trace.TraceAnchor;
import dev.writ.app.config.Configuration;
import dev.writ.app.host.SessionHost;
import dev.writ.app.process.ExitCode;
import dev.writ.app.process.ProcessContext;
import dev.writ.app.process.Subcommand;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.authority.AuthorityFile;
import dev.writ.kernel.authority.AuthorityLevel;
import dev.writ.kernel.authority.AuthorityToken;
import dev.writ.kernel.authority.ContainedRule;
import dev.writ.kernel.authority.NetworkPolicy;
import dev.writ.kernel.grant.PersonAuthority;
import dev.writ.kernel.intent.IntentMap;
import dev.writ.records.journal.DiskPort;
import dev.writ.records.journal.WholeFileWriter;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `writ init`: recognises the project and proposes what commands may do in it.
public final class InitCommand implements Subcommand {
  /// Lines of both branches are kept, and no line end is converted: records are hashed with them.
  /// The map is made whole from the records.
  private static final List<String> MERGE =
      List.of(
          ".orchestration/agent_trace.jsonl merge=union -text",
          ".orchestration/checkpoints.jsonl merge=union -text",
          TraceAnchor.PATH + " merge=union -text",
          IntentMap.PATH + " merge=union");

  private static final String IGNORED = "/.writ/objects/";

  @Override
  public Card card() {
    return new Card(
        "init",
        "Propose an authority file: what commands may do in this project.",
        "",
        "writ init",
        List.of(
            CommandOption.flag("yes", "answer yes to the question, for scripts"),
            CommandOption.flag(
                ProgramOffer.OPTION, "with --yes: also let commands use your programs")));
  }

  @Override
  public ExitCode run(ParsedArguments arguments, ProcessContext context)
      throws UsageException, IOException {
    try (SessionHost host =
        SessionHost.open(arguments, context, SessionHost.SessionUse.VERDICT, Approver.nobody())) {
      sayWhose(context, host.governor().root());
      PersonAuthority authority = host.governor().authority();
      GrantingPerson person = GrantingPerson.of(arguments, context);
      Path root = host.governor().root();
      ProgramOffer programs = ProgramOffer.of(arguments, context, host.settings());
      if (authority.text().isPresent()) {
        context.out().println(AuthorityFile.PATH + " exists already; writ trust confirms it.");
        boolean merging = prepare(root, context.disk());
        programs.ask(person, arguments);
        offer(context, host.settings(), merging);
        return ExitCode.DONE;
      }
      AuthorityToken token = proposal(authority.projectId());
      context.out().print(DisplayText.text(summary(ProjectStack.namesIn(root), programs)));
      if (!person.accepts("Allow this?")) {
        context.out().println("Nothing was written.");
        return ExitCode.DENIED;
      }
      authority.begin(token, person.name());
      boolean merging = prepare(root, context.disk());
      programs.keep();
      context.out().println(AuthorityFile.PATH + " is written and in force.");
      offer(context, host.settings(), merging);
      return ExitCode.DONE;
    }
  }

  /// A subdirectory has no authority of its own.
  private static void sayWhose(ProcessContext context, Path root) throws IOException {
    Path directory = context.directory().toRealPath();
    if (!directory.equals(root)) {
      Path below = root.relativize(directory);
      context.out().println(DisplayText.line(below + " belongs to the project " + root));
    }
  }

  /// Acts without a question stay in the folder; everything else is a separate question.
  private static AuthorityToken proposal(String projectId) {
    return new AuthorityToken(
        projectId,
        AuthorityLevel.OBSERVE,
        0,
        new AuthorityToken.Allowed(List.of(), Optional.empty(), ContainedRule.ALLOW),
        WorkspacePath.ROOT,
        NetworkPolicy.DENY);
  }

  /// A summary of the proposal for a person, in eight lines, and one for the person's own programs.
  private static String summary(List<String> kinds, ProgramOffer programs) {
    return """
    %s
      runs without asking   builds, tests, scripts, edits: everything whose effects stay in this folder
      asks                  the network, publishing, irreversible acts, secrets (.env, keys)
      never                 sudo; changes to Git's hooks and settings, and to Writ's own files
      network               none; a command that needs a host asks for that host
    %s  records               .orchestration (commit it); writ undo restores changes
      in the file           %s; its keys: docs/howto/authority.md
    """
        .formatted(
            kinds.isEmpty()
                ? "In this folder:"
                : "In this folder (" + String.join(", ", kinds) + "):",
            programs
                .words()
                .map(words -> "  your programs         in " + words + ", also in other folders\n")
                .orElse(""),
            AuthorityFile.PATH);
  }

  /// Hints for a person about Git and further steps.
  ///
  /// @param merging whether attributes for Git were added
  private static void offer(ProcessContext context, Configuration settings, boolean merging) {
    if (merging) {
      context
          .out()
          .println(".gitattributes tells Git how to merge the records of branches; commit it.");
    }
    if (settings.flag("git.auto_commit") && isRepository(context.project())) {
      context
          .out()
          .println(
              "After each turn Writ commits its changes; to stop that: writ config set"
                  + " git.auto_commit"
                  + " false");
    }
    context
        .out()
        .println(
            "To follow lines through rebase and squash: writ trace anchor --hook prints a hook for"
                + " Git.");
  }

  private static boolean isRepository(Path root) {
    return Files.exists(root.resolve(".git"));
  }

  /// The requirements of the records: a directory, a way to merge them, and the files that Git must
  /// ignore.
  ///
  /// @return whether attributes for Git were added
  private static boolean prepare(Path root, DiskPort disk) throws IOException {
    Files.createDirectories(root.resolve(".orchestration"));
    boolean merging = false;
    if (Files.isDirectory(root.resolve(".git"))) {
      merging = add(root.resolve(".gitattributes"), MERGE, disk);
      Files.createDirectories(root.resolve(".git/info"));
      boolean _ = add(root.resolve(".git/info/exclude"), List.of(IGNORED), disk);
    }
    return merging;
  }

  /// @return whether one of the lines was missing
  private static boolean add(Path file, List<String> lines, DiskPort disk) throws IOException {
    boolean there = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    if (there && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      // A pipe blocks, and a repository may bring a link that leads out of it.
      throw new FileSystemException(file.toString(), null, "not a regular file");
    }
    String text = there ? Files.readString(file) : "";
    List<String> missing = new ArrayList<>(lines);
    missing.removeAll(text.lines().toList());
    if (missing.isEmpty()) {
      return false;
    }
    String start = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    Set<PosixFilePermission> permissions =
        there ? Files.getPosixFilePermissions(file) : PosixFilePermissions.fromString("rw-r--r--");
    new WholeFileWriter(disk)
        .replaceDurably(file, permissions, start + String.join("\n", missing) + "\n");
    return true;
  }
}
