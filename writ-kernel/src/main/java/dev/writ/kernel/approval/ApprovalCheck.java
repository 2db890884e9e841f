// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.Kind;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.authority.GrantSet;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.PersonQuestion;
import dev.writ.kernel.session.SessionState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gate 10: a person agrees, where the execution mode, the configuration or the risk asks for it.
/// What was agreed to for longer, or is declared for runs that nobody watches, answers what it
/// covers.
public final class ApprovalCheck {
  private static final String INTERACTIVE =
      "every command and every change is asked about (interactive mode)";

  private final Approver approver;
  private final GovernancePolicy.Questions questions;
  private final GrantSubjects subjects;
  private final ProjectGrantStore project;

  public ApprovalCheck(
      Approver approver,
      GovernancePolicy.Questions questions,
      GrantSubjects subjects,
      ProjectGrantStore project) {
    this.approver = approver;
    this.questions = questions;
    this.subjects = subjects;
    this.project = project;
  }

  /// How a question ended.
  public sealed interface Agreement {
    /// A person agreed, now or earlier.
    ///
    /// @param how by whom and for how long, for the records
    /// @param comment what the person said with it, for the model; may be empty
    record Given(String how, String comment) implements Agreement {
      Given(String how) {
        this(how, "");
      }
    }

    /// Nobody did.
    record Refused(ToolError error) implements Agreement {}

    /// The person wants another call instead.
    ///
    /// @param text what takes the place of the text that could be edited
    record Revised(Approver.Editable was, String text) implements Agreement {}
  }

  public String name() {
    return "approval";
  }

  /// Whether a person could be asked something.
  public boolean canAsk(ExecutionMode execution) {
    return execution != ExecutionMode.FULL_AUTONOMOUS && approver.present();
  }

  /// What a person answers to a question that grants nothing.
  public Optional<String> reply(PersonQuestion personQuestion, ExecutionMode execution)
      throws InterruptedException {
    return canAsk(execution) ? approver.reply(personQuestion) : Optional.empty();
  }

  /// Why a person must agree; nobody need be asked where there is no reason.
  ///
  /// @param asks the concerns that earlier gates have
  public List<ApprovalConcern> concerns(
      Proposal proposal, SessionState state, List<ApprovalConcern> asks) {
    List<ApprovalConcern> concerns = new ArrayList<>(asks);
    concerns.addAll(own(proposal, state));
    return concerns;
  }

  public Agreement ask(Proposal proposal, SessionState state, List<ApprovalConcern> concerns)
      throws InterruptedException {
    Grant.Subject subject = subjects.of(proposal, state);
    Optional<Grant> earlier =
        state.grants().covering(subject, concerns).or(() -> project.covering(subject, concerns));
    if (earlier.isPresent()) {
      state.saved();
      return new Agreement.Given("an earlier answer: " + DisplayText.name(earlier.get().words()));
    }
    Optional<Grant> offer = GrantSet.offer(subject, concerns);
    Optional<Grant> whole = GrantSet.offerIntent(subject, concerns);
    Approver.Choices choices =
        new Approver.Choices(
            offer.map(grant -> DisplayText.name(grant.offer())),
            whole.map(grant -> DisplayText.name(grant.offer())),
            project.mayGrow(),
            Approver.Editable.of(proposal.call()));
    String digest = proposal.digest();
    Approver.Question question =
        new Approver.Question(
            digest,
            new ActText(subjects.commands()).of(proposal, concerns),
            ProposalText.sections(proposal),
            concerns,
            intent(state),
            choices);
    return switch (approver.ask(question)) {
      case Approver.Answer.Yes(String agreed, Approver.Extent extent, String comment)
          when agreed.equals(digest) ->
          saying(given(extent, offer, whole, state), comment);
      case Approver.Answer.Typed(String agreed)
          when agreed.equals(digest) && Approver.Answer.Typed.answers(concerns) ->
          new Agreement.Given("a person, who typed the command");
      case Approver.Answer.Yes _, Approver.Answer.Typed _ ->
          rejected("The approval was given for another proposal");
      case Approver.Answer.No(String reason) ->
          rejected(reason.isBlank() ? "The person said no" : "The person said no: " + reason);
      case Approver.Answer.Edited(String text) ->
          choices
              .editable()
              .<Agreement>map(was -> new Agreement.Revised(was, text))
              .orElseGet(() -> rejected("The person changed what can't be changed"));
      case Approver.Answer.Unavailable() -> declared(subject, concerns);
    };
  }

  /// A grant that was not offered is none: then the answer holds for this call alone.
  private Agreement given(
      Approver.Extent extent, Optional<Grant> offer, Optional<Grant> whole, SessionState state) {
    Optional<Grant> grant = extent == Approver.Extent.INTENT ? whole : offer;
    if (extent == Approver.Extent.ONCE || grant.isEmpty()) {
      return new Agreement.Given("a person");
    }
    String words = DisplayText.name(grant.get().words());
    if (extent == Approver.Extent.PROJECT) {
      try {
        project.keep(grant.get());
        return new Agreement.Given("a person, for the project: " + words);
      } catch (IOException e) {
        return rejected("The grant for the project can't be kept: " + e.getMessage());
      }
    }
    state.grants().add(grant.get());
    return new Agreement.Given("a person, for the session: " + words);
  }

  private static Agreement saying(Agreement agreement, String comment) {
    return agreement instanceof Agreement.Given(String how, var _)
        ? new Agreement.Given(how, comment)
        : agreement;
  }

  private static Agreement.Refused rejected(String message) {
    return new Agreement.Refused(new ToolError(ErrorCode.APPROVAL_REJECTED, message));
  }

  /// Nobody is there: what was declared for that counts, and nothing was unless somebody did.
  private Agreement declared(Grant.Subject subject, List<ApprovalConcern> concerns) {
    if (questions.agreesUnattended(concerns)) {
      return new Agreement.Given("the configuration (safety.unattended_answers)");
    }
    String attended =
        project
            .attended(subject)
            .map(
                grant ->
                    "; the grant of %s counts only where a person is there"
                        .formatted(DisplayText.name(grant.words())))
            .orElse("");
    return new Agreement.Refused(
        new ToolError(
            ErrorCode.APPROVAL_UNAVAILABLE,
            "A person must agree (%s) and nobody can be asked%s"
                .formatted(String.join("; ", ApprovalConcern.words(concerns)), attended)));
  }

  private List<ApprovalConcern> own(Proposal proposal, SessionState state) {
    EffectClass effectClass = proposal.effectClass();
    boolean changes = effectClass == EffectClass.WRITE || effectClass == EffectClass.EXECUTE;
    if (state.execution() == ExecutionMode.FULL_AUTONOMOUS) {
      return List.of();
    }
    if (state.execution() == ExecutionMode.INTERACTIVE && changes) {
      return List.of(new ApprovalConcern(Kind.CONFIRMATION, INTERACTIVE));
    }
    String tool = proposal.call().tool();
    return questions.confirm().contains(effectClass.word())
            || questions.confirm().contains(tool)
            || (questions.confirm().contains("delete") && deletes(proposal))
        ? List.of(
            new ApprovalConcern(
                Kind.CONFIRMATION, "the setting safety.require_confirmation asks for it"))
        : List.of();
  }

  private static boolean deletes(Proposal proposal) {
    for (Effect effect : proposal.effects()) {
      if (effect instanceof Mutation.DeletePath) {
        return true;
      }
    }
    return false;
  }

  private static String intent(SessionState state) {
    return state.declaration() instanceof SessionDeclaration.Under under
        ? DisplayText.line(under.intent().id() + " " + under.intent().name())
        : "none";
  }
}
