// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.FileState;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.change.ChangeTitle;
import dev.writ.kernel.change.MutationChanges;
import dev.writ.records.change.FileChange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

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

  /// The changes of a proposal in each file, and the files that its commands read. Where programs
  /// obey a place, a file that moves there is shown with all of its lines, as a new one is.
  ///
  /// @param concerns why it is asked about
  static List<Approver.Section> sections(Proposal proposal, List<ApprovalConcern> concerns) {
    boolean isObeyed =
        concerns.stream().anyMatch(one -> one.kind() == ApprovalConcern.ConcernKind.OBEYED);
    List<Approver.Section> sections = new ArrayList<>();
    for (Effect effect : proposal.effects()) {
      switch (effect) {
        case Mutation mutation -> {
          for (FileChange change : MutationChanges.of(mutation)) {
            sections.add(isObeyed ? section(change, arriving(change)) : section(change));
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
    return section(change, change);
  }

  private static Approver.Section section(FileChange change, FileChange lines) {
    return new Approver.Section(
        DisplayText.name(ChangeTitle.of(change)), DisplayText.text(lines.diff(Integer.MAX_VALUE)));
  }

  private static FileChange arriving(FileChange change) {
    return change.from().isPresent()
        ? new FileChange(change.path(), new FileState.Absent(), change.after())
        : change;
  }
}
