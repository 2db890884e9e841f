// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FileContent;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.change.MutationChanges;
import dev.writ.records.change.FileChange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Proposals as people read them: inert, with targets resolved, and nothing left out.
public final class ProposalText {
  private ProposalText() {}

  /// The proposal in words, as it will really happen: targets resolved, arguments one per line.
  public static List<String> what(Proposal proposal) {
    List<String> lines = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      for (String words : effect.words()) {
        lines.add(DisplayText.name(words));
      }
    }
    return lines;
  }

  /// The changes of a proposal in each file, and the files that its commands read.
  static List<Approver.Section> sections(Proposal proposal) {
    List<Approver.Section> sections = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      switch (effect) {
        case Mutation mutation -> {
          for (FileChange change : MutationChanges.of(mutation)) {
            sections.add(section(change));
          }
        }
        case Effect.RunCommand run -> run.input().ifPresent(text -> sections.add(input(text)));
        case Effect.ReadPath _,
            Effect.ReadOutput _,
            Effect.StopCommand _,
            Effect.ChangeSession _ -> {}
      }
    }
    return sections;
  }

  private static Approver.Section input(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    String title = "standard input: %d lines, %d bytes".formatted(text.lines().count(), bytes);
    return new Approver.Section(title, DisplayText.text(text));
  }

  /// A change with all of its lines.
  public static Approver.Section section(FileChange change) {
    String from = change.from().map(path -> path + " -> ").orElse("");
    StringBuilder title = new StringBuilder(from).append(change.path());
    if (isDirectory(change)) {
      title.append(" (directory)");
    } else if (isLink(change.before()) || isLink(change.after())) {
      title.append(" (").append(kind(change.before())).append(" -> ");
      title.append(kind(change.after())).append(')');
    } else if (isBinary(change.before()) || isBinary(change.after())) {
      title.append(" binary, ").append(bytes(change.before())).append(" -> ");
      title.append(bytes(change.after())).append(" bytes");
    } else {
      title.append(' ').append(change.count());
      ends(change).ifPresent(title::append);
    }
    permissions(change).ifPresent(bits -> title.append(", ").append(bits));
    return new Approver.Section(
        DisplayText.name(title.toString()), DisplayText.text(change.diff(Integer.MAX_VALUE)));
  }

  private static boolean isDirectory(FileChange change) {
    return change.before() instanceof FileState.Directory
        || change.after() instanceof FileState.Directory;
  }

  private static boolean isLink(FileState state) {
    return state instanceof FileState.Link;
  }

  /// What stands there, where a link does or did.
  private static String kind(FileState state) {
    return switch (state) {
      case FileState.Absent _ -> "nothing";
      case FileState.Present _ -> "file";
      case FileState.Link(FileContent target) -> "link to " + target.text();
      case FileState.Directory _ -> "directory";
      case FileState.Unusable _ -> "something else";
    };
  }

  /// Changed permissions; for a new file those that make it executable or writable by everyone.
  private static Optional<String> permissions(FileChange change) {
    Optional<String> before = change.modes().before();
    Optional<String> after = change.modes().after();
    if (after.isEmpty() || change.kind() == FileChange.ChangeKind.DELETE || after.equals(before)) {
      return Optional.empty();
    }
    if (before.isPresent()) {
      return Optional.of(before.get() + " -> " + after.get());
    }
    return after.filter(
        bits -> bits.charAt(7) == 'w' || (!isDirectory(change) && bits.indexOf('x') >= 0));
  }

  private static boolean isBinary(FileState state) {
    return state instanceof FileState.Present(FileContent content) && content.binary();
  }

  private static int bytes(FileState state) {
    return state instanceof FileState.Present(FileContent content) ? content.size() : 0;
  }

  /// The differences that a line diff does not show: line ends.
  private static Optional<String> ends(FileChange change) {
    if (!(change.before() instanceof FileState.Present(FileContent before)
        && change.after() instanceof FileState.Present(FileContent after))) {
      return Optional.empty();
    }
    boolean same = Ends.of(before.text()).equals(Ends.of(after.text()));
    return same ? Optional.empty() : Optional.of(", ends of lines change");
  }

  /// How lines end.
  ///
  /// @param carriage whether any does with a carriage return
  /// @param plain whether any does with a line feed alone
  /// @param last whether the last one does
  private record Ends(boolean carriage, boolean plain, boolean last) {
    static Ends of(String text) {
      boolean carriage = false;
      boolean plain = false;
      for (int i = 0; i < text.length(); i++) {
        boolean feed = text.charAt(i) == '\n';
        boolean behind = i > 0 && text.charAt(i - 1) == '\r';
        carriage |= text.charAt(i) == '\r';
        plain |= feed && !behind;
      }
      return new Ends(carriage, plain, text.endsWith("\n") || text.endsWith("\r"));
    }
  }
}
