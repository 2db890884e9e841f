// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.door;

import dev.writ.base.json.Json;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.LineSpan;
import dev.writ.kernel.approval.ApprovalCheck;
import dev.writ.kernel.approval.ApprovalCheck.PersonAgreement;
import dev.writ.kernel.approval.Approver;
import dev.writ.kernel.approval.ProposalText;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.settle.ChangeConsent;
import dev.writ.kernel.settle.ShownChanges;
import dev.writ.records.audit.ActRecorder;
import dev.writ.records.audit.GateAnswer;
import dev.writ.records.audit.Receipt;
import dev.writ.records.change.FileChange;
import dev.writ.records.journal.InterruptShield;
import dev.writ.records.ledger.ActOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Asks a person about what a command changed in its view, with the changes at hand: the
/// answer is a decision of its own.
///
/// @param masker of what the record says
record ShownChangesCheck(
    ApprovalCheck approval, ActRecorder acts, SecretMasker masker, CommandCall call)
    implements ChangeConsent {

  /// The call by which the command ran.
  ///
  /// @param receipt the id of the decision that allowed it
  record CommandCall(Proposal proposal, SessionState state, ActOrigin origin, String receipt) {}

  @Override
  public Decision decide(ShownChanges changes) throws IOException, InterruptedException {
    PersonAgreement agreement =
        approval.askAgain(
            call.proposal(), call.state(), changes.digest(), act(changes), sections(changes));
    return switch (agreement) {
      case PersonAgreement.GivenAgreement given ->
          new Decision.Agreed(
              acts, receipt(changes, GateAnswer.approved(approval.name(), given.how())));
      case PersonAgreement.RefusedAgreement(var error) -> {
        Receipt receipt = receipt(changes, GateAnswer.deny(approval.name(), error));
        InterruptShield.run(() -> acts.denied(receipt));
        yield error.code() == ErrorCode.APPROVAL_UNAVAILABLE
            ? new Decision.Unanswered()
            : new Decision.Refused(error.message());
      }
      case PersonAgreement.RevisedAgreement _ ->
          throw new IllegalStateException("what a command changed cannot be edited");
    };
  }

  private Receipt receipt(ShownChanges changes, GateAnswer answer) {
    CallMasking masking = new CallMasking(masker);
    Receipt.Subject subject =
        new Receipt.Subject(
            call.proposal().call().id(),
            "changes",
            List.of(effect(changes)),
            "keep what " + line() + " changed: " + summary(changes),
            false);
    return new Receipt(
        call.origin(),
        changes.digest(),
        masking.subject(subject),
        masking.answers(List.of(answer)),
        Json.object().put("receipt", call.receipt()).build());
  }

  private static Json effect(ShownChanges changes) {
    List<Json> files = new ArrayList<>();
    changes.files().forEach(change -> files.add(Json.of(change.path().toString())));
    changes.others().forEach(words -> files.add(Json.of(words)));
    Json.Builder effect = Json.object().put("effect", "keep");
    return files.isEmpty()
        ? effect.put("change", String.join(", ", changes.git())).build()
        : effect.put("files", new Json.Arr(files)).build();
  }

  private String line() {
    return String.join(" ", approval.typed(call.proposal()));
  }

  private Approver.Act act(ShownChanges changes) {
    List<String> lines = new ArrayList<>(approval.typed(call.proposal()));
    lines.set(0, "keep what this changed? " + lines.getFirst());
    List<String> details = new ArrayList<>(lines);
    return new Approver.Act(lines, List.of(summary(changes)), details);
  }

  private static String summary(ShownChanges changes) {
    int places = changes.files().size() + changes.others().size();
    int added = 0;
    int removed = 0;
    for (FileChange change : changes.files()) {
      LineSpan.Count count = change.count();
      added += count.added();
      removed += count.removed();
    }
    return places == 0
        ? "Git's data"
        : places + (places == 1 ? " place, " : " places, ") + new LineSpan.Count(added, removed);
  }

  private static List<Approver.Section> sections(ShownChanges changes) {
    List<Approver.Section> sections = new ArrayList<>();
    changes.files().forEach(change -> sections.add(ProposalText.section(change)));
    if (!changes.others().isEmpty()) {
      String title = "%d more, too much to show".formatted(changes.others().size());
      sections.add(new Approver.Section(title, text(changes.others())));
    }
    if (!changes.git().isEmpty()) {
      sections.add(new Approver.Section("Git", text(changes.git())));
    }
    return sections;
  }

  private static String text(List<String> lines) {
    return DisplayText.text(String.join("\n", lines));
  }
}
