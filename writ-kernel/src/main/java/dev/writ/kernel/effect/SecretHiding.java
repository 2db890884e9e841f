// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.command.Command;
import dev.writ.kernel.command.Inner;
import dev.writ.kernel.command.Unwrapping;
import dev.writ.kernel.policy.Masker;
import dev.writ.kernel.policy.SecretHunks;
import dev.writ.kernel.policy.SecretValues;
import dev.writ.kernel.sandbox.Confinement;
import dev.writ.kernel.sandbox.Namespaces;
import dev.writ.kernel.scope.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps secret files from the programs of one line that doesn't name them: where the sandbox can,
/// they see no content; what reaches their output all the same is masked.
final class SecretHiding {
  private static final int MOST_NAMED = 5;

  private final SecretFiles files;
  private final Shelter shelter;
  private final List<WorkspacePath> places;
  private final List<WorkspacePath> named;
  private final boolean runsGit;
  private final Optional<GitAttributesFile> attributes;

  private SecretHiding(
      SecretFiles files,
      Shelter shelter,
      Effect.RunCommand run,
      List<WorkspacePath> places,
      Optional<GitAttributesFile> attributes) {
    this.files = files;
    this.shelter = shelter;
    this.places = places;
    this.named = List.copyOf(SecretFiles.named(run));
    this.runsGit = runsGit(run);
    this.attributes = attributes;
  }

  /// What is hidden from a line, as the workspace is now.
  ///
  /// @throws IOException where Git can't be told
  static SecretHiding of(
      SecretFiles files, GitAttributesFile attributes, Shelter shelter, Effect.RunCommand run)
      throws IOException {
    boolean tells = SecretFiles.named(run).isEmpty() && files.isInRepository();
    if (tells) {
      attributes.prepare();
    }
    return new SecretHiding(
        files,
        shelter,
        run,
        files.unnamed(run),
        tells ? Optional.of(attributes) : Optional.empty());
  }

  private static boolean runsGit(Effect.RunCommand run) {
    for (Command command : run.line().commands()) {
      for (Inner inner : Unwrapping.of(command)) {
        if (inner.command().programName().equals("git")) {
          return true;
        }
      }
    }
    return false;
  }

  /// What programs read besides.
  List<Path> readable() {
    return attributes.map(file -> List.of(file.path())).orElse(List.of());
  }

  /// What programs are told besides.
  Map<String, String> environment() {
    return attributes.map(GitAttributesFile::environment).orElse(Map.of());
  }

  /// Whether the sandbox can hide files without more: Landlock can take nothing out of a directory
  /// in which something may be made.
  boolean hides(Confinement confinement) throws IOException {
    return !places.isEmpty()
        && shelter.confines()
        && (!confinement.writable() || shelter.executor().sandbox() instanceof Namespaces);
  }

  /// The files to hide from a pipeline.
  ///
  /// @param git whether Git and nothing else runs in it
  List<Path> paths(Workplace at, boolean git) throws IOException {
    return files.paths(git ? files.untracked(places) : places, at);
  }

  /// The outcome without what secret files say.
  Outcome masked(Outcome outcome) {
    Outcome whole = mayBeForWantOfThem(outcome) ? noted(outcome) : outcome;
    if (whole.stdout().text().isEmpty() && whole.stderr().text().isEmpty()) {
      return whole;
    }
    List<String> values = new ArrayList<>(SecretValues.of(files.contents(places)));
    values.removeAll(SecretValues.of(files.contents(named)));
    Masker masker = new Masker(values);
    return whole.with(masked(whole.stdout(), masker), masked(whole.stderr(), masker));
  }

  private Outcome.Stream masked(Outcome.Stream stream, Masker masker) {
    String text = runsGit && named.isEmpty() ? SecretHunks.cut(stream.text()) : stream.text();
    return new Outcome.Stream(masker.mask(text), stream.cut(), stream.totalBytes());
  }

  /// Whether a command may have failed because it didn't see a secret file: it speaks of one, or of
  /// something that it may not open.
  private boolean mayBeForWantOfThem(Outcome outcome) {
    if (outcome.status() == 0 || places.isEmpty()) {
      return false;
    }
    String text = outcome.stdout().text() + outcome.stderr().text();
    return text.contains("ermission denied")
        || text.contains("EACCES")
        || places.stream().anyMatch(place -> text.contains(place.name()));
  }

  private Outcome noted(Outcome outcome) {
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
