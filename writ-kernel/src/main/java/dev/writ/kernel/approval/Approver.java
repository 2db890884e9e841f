// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
package dev.writ.kernel.approval;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.DisplayText;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.session.PersonQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An answerer of questions: a front end that shows a question to a person. One that cannot ask
/// returns [Answer.Unavailable].
@FunctionalInterface
public interface Approver {
  /// Asks and waits for the answer.
  ///
  /// @throws InterruptedException when the call is aborted meanwhile
  Answer ask(Question question) throws InterruptedException;

  /// Asks a model's question and waits for the answer.
  ///
  /// @return the answer; empty if the person gives none
  /// @throws InterruptedException when the call is aborted meanwhile
  default Optional<String> reply(PersonQuestion personQuestion) throws InterruptedException {
    return Optional.empty();
  }

  /// Whether a person can answer: an unattended run does not wait for an answer.
  default boolean present() {
    return true;
  }

  /// Unattended.
  static Approver nobody() {
    return new Approver() {
      @Override
      public Answer ask(Question question) {
        return new Answer.Unavailable();
      }

      @Override
      public boolean present() {
        return false;
      }
    };
  }

  /// The question to a person: the one model of a question, which every front end shows.
  ///
  /// @param digest the digest that the answer is bound to
  /// @param act what would happen
  /// @param sections details that the act omits: each file's change, a command's input; complete
  /// @param concerns the reasons for the question
  /// @param intent the intent, for display
  /// @param choices the answers besides yes and no
  record Question(
      String digest,
      Act act,
      List<Section> sections,
      List<ApprovalConcern> concerns,
      String intent,
      Choices choices) {
    public Question {
      sections = List.copyOf(sections);
      concerns = List.copyOf(concerns);
    }

    /// The acts, one line per command line or effect.
    public List<String> what() {
      return act.lines();
    }

    /// The reasons, each on one line. The reason that the mode asks about everything is shown only
    /// if there is no other.
    public List<String> reasons() {
      List<ApprovalConcern> particular =
          concerns.stream()
              .filter(concern -> concern.kind() != ApprovalConcern.ConcernKind.CONFIRMATION)
              .toList();
      return ApprovalConcern.words(particular.isEmpty() ? concerns : particular).stream()
          .map(DisplayText::name)
          .distinct()
          .toList();
    }

    /// The answers that can be given, the narrowest agreement first.
    public List<OfferedAnswer> answers() {
      return OfferedAnswer.of(choices);
    }

    /// The details that a front end shows on request: each word of the command, the intent, the
    /// digest, and the keys that the answers do not name.
    public List<String> details() {
      List<String> details = new ArrayList<>(act.details());
      details.add("intent: " + intent);
      details.add("digest: " + digest);
      details.add("also: c = yes, with a comment");
      return details;
    }
  }

  /// The acts, with control characters made visible.
  ///
  /// @param lines a command line as a person would type it, or a line per effect
  /// @param consequences its reach, and whether it can be undone, in a few words each
  /// @param details the effects, one word per line
  record Act(List<String> lines, List<String> consequences, List<String> details) {
    public Act {
      lines = List.copyOf(lines);
      consequences = List.copyOf(consequences);
      details = List.copyOf(details);
    }

    /// An item without details.
    public Act(List<String> lines) {
      this(lines, List.of(), lines);
    }
  }

  /// A part of the proposal that is too long for a line. A front end that does not show the whole
  /// text states how much it omits, and shows the rest on request.
  ///
  /// @param title the subject and the size; control characters made visible
  /// @param text all lines of it, control characters made visible; may be empty
  record Section(String title, String text) {
    /// The lines of the text.
    public List<String> lines() {
      return text.lines().toList();
    }
  }

  /// The answers besides yes and no.
  ///
  /// @param shown the answer that runs the command and shows its changes before they take effect;
  ///     empty if that is impossible
  /// @param grant the longer grant, in words; empty if none can be offered
  /// @param intent the same for the whole intent
  /// @param forProject whether a grant may also be for the project
  /// @param editable the part of the call that can be changed
  record Choices(
      Optional<String> shown,
      Optional<String> grant,
      Optional<String> intent,
      boolean forProject,
      Optional<Editable> editable) {
    /// Yes and no alone.
    public static final Choices NONE =
        new Choices(Optional.empty(), Optional.empty(), Optional.empty(), false, Optional.empty());
  }

  /// The argument of a call that a person may change before agreeing.
  ///
  /// @param text as the model wrote it
  record Editable(String argument, String text) {
    private static final List<String> ARGUMENTS =
        List.of("command", "patch", "content", "new_text");

    /// The call with another text there.
    public ToolCall changed(ToolCall call, String instead) {
      try {
        Json.Builder arguments = Json.object();
        JsonReader.readObject(call.arguments())
            .members()
            .forEach(
                (name, value) ->
                    arguments.put(name, name.equals(argument) ? Json.of(instead) : value));
        return new ToolCall(call.id(), call.tool(), arguments.build().write());
      } catch (JsonException e) {
        throw new IllegalStateException("the arguments were read before", e);
      }
    }

    /// The editable part of a call, if it has one.
    static Optional<Editable> of(ToolCall call) {
      try {
        Json.Obj arguments = JsonReader.readObject(call.arguments());
        for (String name : ARGUMENTS) {
          Optional<String> text = arguments.text(name);
          if (text.isPresent()) {
            return Optional.of(new Editable(name, text.get()));
          }
        }
      } catch (JsonException _) {
        // The proposed arguments are JSON; other calls have nothing to edit.
      }
      return Optional.empty();
    }
  }

  /// For how long a yes holds.
  enum Extent {
    /// For exactly this proposal.
    ONCE,
    /// For all commands of the intent until the session ends, but not for their changes.
    SHOWN,
    /// For the whole intent, until the session ends.
    INTENT,
    /// For the offered grant, until the session ends.
    SESSION,
    /// For the offered grant, in this project.
    PROJECT
  }

  /// The answer.
  sealed interface Answer {
    /// Yes, to exactly the proposal with this digest, and to the offered grant.
    ///
    /// @param comment the person's comment for the model; may be empty
    record Yes(String digest, Extent extent, String comment) implements Answer {
      /// Yes without a word.
      public Yes(String digest, Extent extent) {
        this(digest, extent, "");
      }

      /// Yes to this proposal alone.
      public Yes(String digest) {
        this(digest, Extent.ONCE);
      }
    }

    /// Yes, because the person typed this command: that agrees to the content of its words. Other
    /// facts, such as a host, a secret file or a changed program, need a question.
    record TypedConsent(String digest) implements Answer {
      private static final Set<ApprovalConcern.ConcernKind> SAID =
          Set.of(
              ApprovalConcern.ConcernKind.CONFIRMATION,
              ApprovalConcern.ConcernKind.AUTHORITY,
              ApprovalConcern.ConcernKind.REMOVAL,
              ApprovalConcern.ConcernKind.DESTRUCTIVE);

      /// Whether a command's words answer all that is asked about it.
      public static boolean answers(List<ApprovalConcern> concerns) {
        return concerns.stream().allMatch(concern -> SAID.contains(concern.kind()));
      }
    }

    /// No, with a reason that the model gets; may be empty.
    record No(String reason) implements Answer {}

    /// Another text in place of the editable one. The resulting call is judged from the beginning.
    record Edited(String text) implements Answer {}

    /// No person can be asked.
    record Unavailable() implements Answer {}
  }
}
