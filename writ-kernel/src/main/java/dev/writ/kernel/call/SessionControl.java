// Implements: docs/spec/06-tools.md §6.2 (Other built-in tools)
package dev.writ.kernel.call;

import dev.writ.base.json.Json;
import dev.writ.kernel.intent.IntentDraft;
import dev.writ.kernel.intent.IntentEditor;
import dev.writ.kernel.intent.IntentFile;
import dev.writ.kernel.intent.IntentKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A change of the session's own state, which touches nothing outside.
public sealed interface SessionControl {
  /// The change as data: for the digest and the receipt.
  Json.Obj describe();

  /// The change in words, a line each; not yet made inert.
  List<String> words();

  /// Declares the work that follows.
  ///
  /// @param intentId may be empty where exactly one intent is active
  record SelectIntent(IntentKind kind, String intentId, String justification)
      implements SessionControl {
    @Override
    public Json.Obj describe() {
      return Json.object()
          .put("change", "select_intent")
          .put("kind", kind.name())
          .put("intent_id", intentId)
          .put("justification", justification)
          .build();
    }

    @Override
    public List<String> words() {
      String intent = intentId.isEmpty() ? "the active intent" : "intent " + intentId;
      return List.of("work under " + intent + " (" + kind.name().toLowerCase(Locale.ROOT) + ")");
    }
  }

  /// Drafting an intent for a person to accept.
  ///
  /// @param draft without an id where it is empty
  record ProposeIntent(IntentDraft draft) implements SessionControl {
    @Override
    public Json.Obj describe() {
      return Json.object()
          .put("change", "propose_intent")
          .put("intent_id", draft.id())
          .put("name", draft.name())
          .put("owned_scope", Json.texts(draft.scope()))
          .put("constraints", Json.texts(draft.constraints()))
          .put("acceptance_criteria", Json.texts(draft.acceptanceCriteria()))
          .build();
    }

    @Override
    public List<String> words() {
      List<String> words = new ArrayList<>();
      words.add("write the draft of an intent to " + IntentFile.PATH);
      words.addAll(IntentEditor.shown(draft).lines().toList());
      words.add("a file that is new makes this project declare intents: from then on nothing is");
      words.add("changed but under one that a person activated");
      return words;
    }
  }

  /// Closing an intent whose checks pass.
  record CloseIntent(String intentId) implements SessionControl {
    @Override
    public Json.Obj describe() {
      return Json.object().put("change", "close_intent").put("intent_id", intentId).build();
    }

    @Override
    public List<String> words() {
      return List.of("run the checks of " + intentId + ", and close it");
    }
  }

  /// Asking the person something.
  ///
  /// @param options answers to choose from; may be empty
  record AskUser(String question, List<String> options) implements SessionControl {
    public AskUser {
      options = List.copyOf(options);
    }

    @Override
    public Json.Obj describe() {
      return Json.object()
          .put("change", "ask_user")
          .put("question", question)
          .put("options", Json.texts(options))
          .build();
    }

    @Override
    public List<String> words() {
      List<String> words = new ArrayList<>(List.of("ask the person: " + question));
      options.forEach(option -> words.add("  - " + option));
      return words;
    }
  }

  /// Having rarer tools offered.
  ///
  /// @param query names or words of them; empty for all
  record OfferTools(String query) implements SessionControl {
    @Override
    public Json.Obj describe() {
      return Json.object().put("change", "offer_tools").put("query", query).build();
    }

    @Override
    public List<String> words() {
      return List.of(query.isEmpty() ? "offer all rarer tools" : "offer rarer tools: " + query);
    }
  }

  /// Replacing the visible task list.
  record UpdatePlan(List<PlanStep> steps) implements SessionControl {
    public UpdatePlan {
      steps = List.copyOf(steps);
    }

    @Override
    public Json.Obj describe() {
      List<Json> list = new ArrayList<>();
      for (PlanStep step : steps) {
        String status = step.progress().name().toLowerCase(Locale.ROOT);
        list.add(Json.object().put("step", step.text()).put("status", status).build());
      }
      return Json.object().put("change", "update_plan").put("steps", new Json.Arr(list)).build();
    }

    @Override
    public List<String> words() {
      List<String> words = new ArrayList<>(List.of("replace the plan"));
      for (PlanStep step : steps) {
        words.add("  " + step.progress().mark() + " " + step.text());
      }
      return words;
    }
  }

  /// One step of the task list.
  record PlanStep(String text, StepProgress progress) {}

  /// How far a step is.
  enum StepProgress {
    /// Not begun.
    PENDING("[ ]"),
    /// Being worked on.
    IN_PROGRESS("[>]"),
    /// Finished.
    DONE("[x]");

    private final String mark;

    StepProgress(String mark) {
      this.mark = mark;
    }

    /// As it stands before a step, in ASCII.
    public String mark() {
      return mark;
    }
  }
}
