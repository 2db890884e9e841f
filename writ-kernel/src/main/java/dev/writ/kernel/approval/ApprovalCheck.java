// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ApprovalConcern.ConcernKind;
import dev.writ.base.value.DisplayText;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.authority.ContainedRule;
import dev.writ.kernel.authority.Grant;
import dev.writ.kernel.authority.GrantSet;
import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Mutation;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.GateSubject;
import dev.writ.kernel.intent.SessionDeclaration;
import dev.writ.kernel.policy.ExecutionMode;
import dev.writ.kernel.session.CommandStanding;
import dev.writ.kernel.session.GovernancePolicy;
import dev.writ.kernel.session.PersonQuestion;
import dev.writ.kernel.session.SessionState;
import dev.writ.kernel.tool.CallAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A person agrees, if the execution mode, the configuration or another gate requires it.
/// Lasting grants, and declared answers for unattended runs, answer the questions that they cover.
public final class ApprovalCheck implements GateCheck {
  private static final String INTERACTIVE =
      "every command and every change is asked about (interactive mode)";

  /// The words of the setting about what a tool or a command changes.
  private static final Set<String> CHANGES = Set.of("write", "delete");

  private static final String NOT_YET = "none of it is in the workspace yet";

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
  public sealed interface PersonAgreement {
    /// A person agreed, now or earlier.
    ///
    /// @param how by whom and for how long, for the records
    /// @param comment the person's comment for the model; may be empty
    record GivenAgreement(String how, String comment, Settling settling)
        implements PersonAgreement {
      GivenAgreement(String how) {
        this(how, Settling.AT_ONCE);
      }

      GivenAgreement(String how, Settling settling) {
        this(how, "", settling);
      }
    }

    /// No approver.
    record RefusedAgreement(ToolError error) implements PersonAgreement {}

    /// The person wants another call instead.
    ///
    /// @param text what takes the place of the text that could be edited
    record RevisedAgreement(Approver.Editable was, String text) implements PersonAgreement {}
  }

  /// The moment at which a command's changes take effect.
  public enum Settling {
    /// When it has ended.
    AT_ONCE,
    /// When a person saw it and agreed.
    WHEN_SHOWN
  }

  @Override
  public String name() {
    return CallAnswer.APPROVAL;
  }

  /// Whether a person could be asked something.
  public boolean canAsk(ExecutionMode execution) {
    return execution != ExecutionMode.FULL_AUTONOMOUS && approver.present();
  }

  /// A person's answer to a question that grants nothing.
  public Optional<String> reply(PersonQuestion personQuestion, ExecutionMode execution)
      throws InterruptedException {
    return canAsk(execution) ? approver.reply(personQuestion) : Optional.empty();
  }

  /// Asks for the reasons that are not those of an earlier gate: the mode and the settings. It only
  /// says that a person must agree; [#ask] asks the person.
  @Override
  public Verdict judge(GateSubject subject) {
    List<ApprovalConcern> own = own(subject.proposal(), subject.state());
    return Verdict.asking(own);
  }

  /// Asks the person, unless an earlier answer covers the question.
  ///
  /// @param concerns the reasons, those of all gates
  public PersonAgreement ask(Proposal proposal, SessionState state, List<ApprovalConcern> concerns)
      throws InterruptedException {
    Grant.GrantSubject subject = subjects.of(proposal, state);
    Optional<Grant> earlier =
        state.grants().covering(subject, concerns).or(() -> project.covering(subject, concerns));
    if (earlier.isPresent()) {
      state.saved();
      Settling settling =
          earlier.get() instanceof Grant.ShownChangesGrant ? Settling.WHEN_SHOWN : Settling.AT_ONCE;
      String words = "an earlier answer: " + DisplayText.name(earlier.get().words());
      return new PersonAgreement.GivenAgreement(words, settling);
    }
    Optional<Grant> shown = GrantSet.offerShown(subject, concerns);
    if (shown.isPresent() && subjects.isShown(proposal, state)) {
      String words = "the authority file (contained: %s)".formatted(ContainedRule.SHOW.word());
      return new PersonAgreement.GivenAgreement(words, Settling.WHEN_SHOWN);
    }
    Optional<Grant> offer = GrantSet.offer(subject, concerns);
    Optional<Grant> whole = GrantSet.offerIntent(subject, concerns);
    Approver.Choices choices =
        new Approver.Choices(
            shown.map(grant -> DisplayText.name(grant.offer())),
            offer.map(grant -> DisplayText.name(grant.offer())),
            whole.map(grant -> DisplayText.name(grant.offer())),
            project.mayGrow(),
            Approver.Editable.of(proposal.call()));
    String digest = proposal.digest();
    Approver.Question question =
        new Approver.Question(
            digest,
            new ActText(subjects.commands()).of(proposal, concerns),
            ProposalText.sections(proposal, concerns),
            concerns,
            intent(state),
            choices);
    return switch (approver.ask(question)) {
      case Approver.Answer.Yes(String agreed, Approver.Extent extent, String comment)
          when agreed.equals(digest) ->
          saying(given(extent, new Offers(shown, offer, whole), state), comment);
      case Approver.Answer.TypedConsent(String agreed)
          when agreed.equals(digest) && Approver.Answer.TypedConsent.answers(concerns) ->
          new PersonAgreement.GivenAgreement("a person, who typed the command");
      case Approver.Answer.Yes _, Approver.Answer.TypedConsent _ ->
          rejected("The approval was given for another proposal");
      case Approver.Answer.No(String reason) ->
          rejected(reason.isBlank() ? "The person said no" : "The person said no: " + reason);
      case Approver.Answer.Edited(String text) ->
          choices
              .editable()
              .<PersonAgreement>map(was -> new PersonAgreement.RevisedAgreement(was, text))
              .orElseGet(() -> rejected("The person changed a part that cannot be changed"));
      case Approver.Answer.Unavailable() -> declared(subject, concerns);
    };
  }

  /// Asks whether a command's changes take effect, unless the person meanwhile agreed to everything
  /// that can be undone.
  ///
  /// @param digest of the changes
  /// @param act the question in words
  /// @param sections each change
  public PersonAgreement askAgain(
      Proposal proposal,
      SessionState state,
      String digest,
      Approver.Act act,
      List<Approver.Section> sections)
      throws InterruptedException {
    Grant.GrantSubject subject = subjects.of(proposal, state);
    List<ApprovalConcern> concerns =
        List.of(new ApprovalConcern(ConcernKind.CONFIRMATION, NOT_YET));
    Optional<Grant> whole = GrantSet.offerIntent(subject, concerns);
    if (whole.isPresent() && CommandStanding.of(state).wholeTask()) {
      return new PersonAgreement.GivenAgreement(
          "an earlier answer: " + DisplayText.name(whole.get().words()));
    }
    if (!canAsk(state.execution())) {
      return new PersonAgreement.RefusedAgreement(
          new ToolError(ErrorCode.APPROVAL_UNAVAILABLE, "no person can be asked"));
    }
    Approver.Choices choices =
        new Approver.Choices(
            Optional.empty(),
            Optional.empty(),
            whole.map(grant -> DisplayText.name(grant.offer())),
            false,
            Optional.empty());
    Approver.Question question =
        new Approver.Question(digest, act, sections, concerns, intent(state), choices);
    return switch (approver.ask(question)) {
      case Approver.Answer.Yes(String agreed, Approver.Extent extent, String comment)
          when agreed.equals(digest) ->
          saying(
              given(extent, new Offers(Optional.empty(), Optional.empty(), whole), state), comment);
      case Approver.Answer.No(String reason) ->
          new PersonAgreement.RefusedAgreement(new ToolError(ErrorCode.APPROVAL_REJECTED, reason));
      case Approver.Answer.Unavailable() ->
          new PersonAgreement.RefusedAgreement(
              new ToolError(ErrorCode.APPROVAL_UNAVAILABLE, "no person can be asked"));
      case Approver.Answer.Yes _, Approver.Answer.TypedConsent _, Approver.Answer.Edited _ ->
          rejected("The approval was given for something else");
    };
  }

  /// The command lines of a proposal as they were typed, control characters made visible.
  public List<String> typed(Proposal proposal) {
    return new ActText(subjects.commands()).of(proposal, List.of()).lines();
  }

  /// The grants that a question offered.
  private record Offers(Optional<Grant> shown, Optional<Grant> these, Optional<Grant> whole) {
    Optional<Grant> of(Approver.Extent extent) {
      return switch (extent) {
        case ONCE -> Optional.empty();
        case SHOWN -> shown;
        case INTENT -> whole;
        case SESSION, PROJECT -> these;
      };
    }
  }

  /// A grant that was not offered is none: then the answer holds for this call alone.
  private PersonAgreement given(Approver.Extent extent, Offers offers, SessionState state) {
    Optional<Grant> grant = offers.of(extent);
    if (grant.isEmpty()) {
      return new PersonAgreement.GivenAgreement("a person");
    }
    String words = DisplayText.name(grant.get().words());
    if (extent == Approver.Extent.PROJECT) {
      try {
        project.keep(grant.get());
        return new PersonAgreement.GivenAgreement("a person, for the project: " + words);
      } catch (IOException e) {
        return rejected("The grant for the project cannot be kept: " + e.getMessage());
      }
    }
    state.grants().add(grant.get());
    return new PersonAgreement.GivenAgreement(
        "a person, for the session: " + words,
        extent == Approver.Extent.SHOWN ? Settling.WHEN_SHOWN : Settling.AT_ONCE);
  }

  private static PersonAgreement saying(PersonAgreement agreement, String comment) {
    return agreement instanceof PersonAgreement.GivenAgreement(String how, var _, Settling settling)
        ? new PersonAgreement.GivenAgreement(how, comment, settling)
        : agreement;
  }

  private static PersonAgreement.RefusedAgreement rejected(String message) {
    return new PersonAgreement.RefusedAgreement(
        new ToolError(ErrorCode.APPROVAL_REJECTED, message));
  }

  /// Unattended: the declared answers apply, and by default none is declared.
  private PersonAgreement declared(Grant.GrantSubject subject, List<ApprovalConcern> concerns) {
    if (questions.agreesUnattended(concerns)) {
      return new PersonAgreement.GivenAgreement("the configuration (safety.unattended_answers)");
    }
    String attended =
        project
            .attended(subject)
            .map(
                grant ->
                    "; the grant of %s counts only where a person is there"
                        .formatted(DisplayText.name(grant.words())))
            .orElse("");
    return new PersonAgreement.RefusedAgreement(
        new ToolError(
            ErrorCode.APPROVAL_UNAVAILABLE,
            "A person must agree (%s) and no person can be asked%s"
                .formatted(String.join("; ", ApprovalConcern.words(concerns)), attended)));
  }

  private List<ApprovalConcern> own(Proposal proposal, SessionState state) {
    EffectClass effectClass = proposal.effectClass();
    boolean changes = effectClass == EffectClass.WRITE || effectClass == EffectClass.EXECUTE;
    if (state.execution() == ExecutionMode.FULL_AUTONOMOUS) {
      return List.of();
    }
    if (state.execution() == ExecutionMode.INTERACTIVE && changes) {
      return List.of(new ApprovalConcern(ConcernKind.CONFIRMATION, INTERACTIVE));
    }
    String tool = proposal.call().tool();
    return questions.confirm().contains(effectClass.word())
            || questions.confirm().contains(tool)
            || (questions.confirm().contains("delete") && deletes(proposal))
            || (questions.confirm().stream().anyMatch(CHANGES::contains) && names(proposal))
        ? List.of(
            new ApprovalConcern(
                ConcernKind.CONFIRMATION, "the setting safety.require_confirmation asks for it"))
        : List.of();
  }

  /// Whether it runs a command that names a place to write; what it does there, only its program
  /// knows.
  private static boolean names(Proposal proposal) {
    return proposal.effects().stream()
        .anyMatch(effect -> effect instanceof Effect.RunCommand run && !run.writes().isEmpty());
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
