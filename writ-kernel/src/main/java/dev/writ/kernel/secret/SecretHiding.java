// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.WorkspacePath;
import dev.writ.command.language.Command;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.policy.SecretValues;
import dev.writ.kernel.program.CommandOutcome;
import dev.writ.kernel.program.CommandWorkplace;
import dev.writ.kernel.program.ProgramEnvironment;
import dev.writ.kernel.program.SessionSandbox;
import dev.writ.kernel.repository.OuterRepository;
import dev.writ.kernel.repository.PersonalIgnores;
import dev.writ.sandbox.confinement.SandboxConfinement;
import dev.writ.sandbox.confinement.SandboxConfinement.CoveredPlace;
import dev.writ.sandbox.confinement.SandboxConfinement.CoveredPlace.ReplacedFile;
import dev.writ.sandbox.mechanism.NamespaceSandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Keeps secret files from the programs of one line that doesn't name them: where the sandbox can,
/// they see no content; what reaches their output all the same is masked.
public final class SecretHiding {
  private static final int MOST_NAMED = 5;

  /// Longer than the tokens that people use.
  private static final int MOST_CUT_CHARS = 8192;

  /// What a server says to a program that has no password, or how programs name that.
  private static final Pattern UNAUTHORIZED =
      Pattern.compile("(?i)\\b(401|403|unauthori[sz]ed|forbidden|authentication failed)\\b");

  private final SecretFiles files;
  private final SecretSettings settings;
  private final SessionSandbox sandbox;
  private final List<WorkspacePath> places;
  private final List<Path> nameless;
  private final List<WorkspacePath> named;
  private final boolean mayShowHistory;
  private final GitAttributesFile.GitObeyed obeyed;
  private final Set<Path> replaced = new TreeSet<>();

  /// The places where secrets are.
  ///
  /// @param files of the workspace
  /// @param attributes by which Git shows none of its history
  /// @param settings of tools
  public record SecretSources(
      SecretFiles files, GitAttributesFile attributes, SecretSettings settings) {}

  private SecretHiding(
      SecretSources sources,
      SessionSandbox sandbox,
      Effect.RunCommand run,
      List<WorkspacePath> places,
      GitAttributesFile.GitObeyed obeyed) {
    this.files = sources.files();
    this.settings = sources.settings();
    this.sandbox = sandbox;
    this.places = places;
    this.nameless = files.nameless();
    this.named = List.copyOf(SecretFiles.named(run));
    this.mayShowHistory =
        named.isEmpty() && (files.isInRepository() || runsGit(run.line().commands()));
    this.obeyed = obeyed;
  }

  /// The files hidden from a line, in the present workspace.
  ///
  /// @param programs with the variables that Writ was started with
  /// @throws IOException if Git cannot be configured
  public static SecretHiding of(
      SecretSources sources,
      SessionSandbox sandbox,
      Effect.RunCommand run,
      ProgramEnvironment programs)
      throws IOException {
    SecretFiles files = sources.files();
    List<WorkspacePath> places = files.unnamed(run);
    GitAttributesFile.GitObeyed obeyed = GitAttributesFile.GitObeyed.NONE;
    if (files.isInRepository()
        || !files.repositories().isEmpty()
        || runsGit(run.line().commands())) {
      boolean omitting = SecretFiles.named(run).isEmpty() && files.isInRepository();
      String ignores = new PersonalIgnores(programs.inherited()).lines(files.workspace());
      obeyed =
          sources
              .attributes()
              .prepare(
                  omitting,
                  ignores,
                  sandbox.personalGit().settings(programs.find("git"), programs.inherited()));
    }
    return new SecretHiding(sources, sandbox, run, places, obeyed);
  }

  /// Whether Git is among what commands run, as far as their words show.
  public static boolean runsGit(List<Command> commands) {
    for (Command command : commands) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        if (inner.command().programName().equals("git")) {
          return true;
        }
      }
    }
    return false;
  }

  /// The additional read access of programs: also to the workspace's repository, where that lies
  /// outside.
  public List<Path> readable() {
    List<Path> readable = new ArrayList<>(obeyed.files());
    OuterRepository.of(files.workspace())
        .filter(place -> !sandbox.isBlocked(place))
        .ifPresent(readable::add);
    return readable;
  }

  /// The settings of every Git.
  public GitSettings settings() {
    return obeyed.settings();
  }

  /// The environment of every Git.
  ///
  /// @param onlyReads whether it stores nothing
  public Map<String, String> variables(boolean onlyReads) {
    return obeyed.variables(onlyReads);
  }

  /// A pipeline's confinement without the secret files that the line doesn't name, as far as the
  /// sandbox can hide files without more: Landlock can take nothing out of a directory in which
  /// something may be made.
  ///
  /// @param git whether Git and nothing else runs in it
  /// @param afterGit whether a Git of this line may have brought more of them
  public SandboxConfinement hiding(
      SandboxConfinement confinement, CommandWorkplace at, boolean git, boolean afterGit)
      throws IOException {
    boolean namespaces =
        sandbox.confines() && sandbox.executor().sandbox() instanceof NamespaceSandbox;
    if (!sandbox.confines() || (confinement.writable() && !namespaces)) {
      return confinement;
    }
    List<Path> all = new ArrayList<>(files.absolute(places));
    all.addAll(nameless);
    SandboxConfinement known =
        confinement.hiding(files.paths(git ? files.untracked(all) : all, at));
    if (git || !namespaces) {
      return known;
    }
    List<Path> brought = new ArrayList<>(files.broughtIn(all, at, afterGit));
    brought.removeAll(files.absolute(named));
    return known.covering(brought.stream().map(CoveredPlace.HiddenFile::new).toList());
  }

  /// Whether a file that is hidden from programs is tracked: to Git it would be gone.
  public boolean hidesTracked() {
    List<Path> all = files.absolute(places);
    return files.untracked(all).size() < all.size();
  }

  /// The stores of projects below the workspace's root, which no pipeline sees.
  public List<Path> stores(CommandWorkplace at) {
    return files.stores(at);
  }

  /// The settings of tools of which a pipeline sees copies without passwords: where the sandbox can
  /// lay another file over one.
  ///
  /// @param afterGit whether a Git of this line may have renamed some
  /// @throws IOException where a copy can't be made
  public List<ReplacedFile> replaced(
      SandboxConfinement confinement, List<Command> commands, CommandWorkplace at, boolean afterGit)
      throws IOException {
    if (!sandbox.confines() || !(sandbox.executor().sandbox() instanceof NamespaceSandbox)) {
      return List.of();
    }
    WholeSettings whole = WholeSettings.of(commands);
    List<ReplacedFile> copies = settings.replaced(files, confinement, whole);
    if (at.view().isPresent()) {
      Path view = at.root().reached(WorkspacePath.ROOT);
      copies = settings.thereStill(copies, view);
      copies.addAll(afterGit ? settings.renamed(copies, view, files, whole) : List.of());
    }
    copies.forEach(copy -> replaced.add(copy.place()));
    return copies;
  }

  /// The outcome without what secret files say.
  public CommandOutcome masked(CommandOutcome outcome) {
    CommandOutcome told = mayBeForWantOfThem(outcome) ? noted(outcome) : outcome;
    CommandOutcome whole = mayBeForWantOfPasswords(told) ? notedPasswords(told) : told;
    if (whole.stdout().text().isEmpty() && whole.stderr().text().isEmpty()) {
      return whole;
    }
    List<String> values = values();
    SecretMasker masker = new SecretMasker(values);
    return whole.with(
        masked(uncut(whole.stdout(), values), masker),
        masked(uncut(whole.stderr(), values), masker));
  }

  /// A stream that ends at its limit without what may be the beginning of a secret, which nobody
  /// recognises any more: its last word, or what begins like a value.
  private static CommandOutcome.Stream uncut(CommandOutcome.Stream stream, List<String> values) {
    if (!stream.cut()) {
      return stream;
    }
    String text = stream.text();
    int least = Math.max(0, text.length() - MOST_CUT_CHARS);
    int end = text.length();
    while (end > least && !Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    String kept = text.substring(0, end).stripTrailing();
    for (String value : values) {
      int length = Math.min(value.length() - 1, kept.length());
      while (length >= SecretMasker.MIN_SECRET_CHARS
          && !kept.endsWith(value.substring(0, length))) {
        length--;
      }
      if (length >= SecretMasker.MIN_SECRET_CHARS) {
        kept = kept.substring(0, kept.length() - length);
      }
    }
    return new CommandOutcome.Stream(kept, true, stream.totalBytes());
  }

  /// A text that programs printed without what secret files say.
  public CommandOutcome.Stream masked(CommandOutcome.Stream stream) {
    return masked(stream, new SecretMasker(values()));
  }

  /// What secret files and settings say that the line doesn't name.
  public List<String> values() {
    List<String> values = new ArrayList<>(SecretValues.of(files.contents(places)));
    values.addAll(SecretValues.of(files.namelessContents(nameless)));
    values.addAll(settings.values(files));
    values.removeAll(SecretValues.of(files.contents(named)));
    return values;
  }

  private CommandOutcome.Stream masked(CommandOutcome.Stream stream, SecretMasker masker) {
    String text = mayShowHistory ? SecretHunks.cut(stream.text()) : stream.text();
    return new CommandOutcome.Stream(masker.mask(text), stream.cut(), stream.totalBytes());
  }

  /// Whether a command may have failed because it didn't see a secret file: it speaks of one, or of
  /// something that it may not open.
  private boolean mayBeForWantOfThem(CommandOutcome outcome) {
    if (outcome.status() == 0 || places.isEmpty()) {
      return false;
    }
    String text = outcome.stdout().text() + outcome.stderr().text();
    return text.contains("ermission denied")
        || text.contains("EACCES")
        || places.stream().anyMatch(place -> text.contains(place.name()));
  }

  private boolean mayBeForWantOfPasswords(CommandOutcome outcome) {
    return outcome.status() != 0
        && !replaced.isEmpty()
        && UNAUTHORIZED.matcher(outcome.stdout().text() + outcome.stderr().text()).find();
  }

  private CommandOutcome notedPasswords(CommandOutcome outcome) {
    return outcome.with(
        outcome
            .report()
            .noting(
                "commands see %s without passwords and tokens; a person shows them to commands by"
                        .formatted(replaced.iterator().next().getFileName())
                    + " safety.visible_secrets"));
  }

  private CommandOutcome noted(CommandOutcome outcome) {
    List<String> names = places.stream().limit(MOST_NAMED).map(WorkspacePath::toString).toList();
    return outcome.with(
        outcome
            .report()
            .noting(
                "secret files are hidden from commands: %s%s; if this command needs one, name it in"
                        .formatted(String.join(", ", names), places.size() > MOST_NAMED ? "…" : "")
                    + " 'secrets', and a person is asked"));
  }
}
