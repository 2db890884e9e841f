// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hooks;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ApprovalConcern;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.base.value.Verdict;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.hook.Hook;
import dev.writ.kernel.hook.HookEvent;
import dev.writ.kernel.hook.ToolForm;
import dev.writ.kernel.hook.ToolForms;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.tool.ToolCatalogue;
import dev.writ.records.audit.GateAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gate 8: users' hooks. They only tighten: no objection is a pass and never more. Without hooks
/// none of their classes is loaded.
public final class HookCheck {
  private final ToolCatalogue catalogue;
  private final HookDispatcher dispatcher;

  public HookCheck(ToolCatalogue catalogue, HookDispatcher dispatcher) {
    this.catalogue = catalogue;
    this.dispatcher = dispatcher;
  }

  public String name() {
    return "hooks";
  }

  public HookDispatcher dispatcher() {
    return dispatcher;
  }

  /// The hooks' verdict on a proposal.
  ///
  /// @param updated the call that a hook wants instead; to be proposed anew
  /// @param notes what the model should know, whatever comes of the call
  public record Ruling(Verdict verdict, Optional<ToolCall> updated, List<String> notes) {
    /// No hook ran.
    public static final Ruling PASS = new Ruling(Verdict.PASS, Optional.empty(), List.of());

    public Ruling {
      notes = List.copyOf(notes);
    }

    private static Ruling deny(ErrorCode code, String message) {
      return new Ruling(new Verdict.Deny(code, message), Optional.empty(), List.of());
    }

    /// The answer as it is recorded.
    public GateAnswer answer(String gate) {
      return updated.isPresent()
          ? GateAnswer.changed(gate, updated.get().arguments())
          : GateAnswer.of(gate, verdict);
    }
  }

  /// Asks the hooks about a proposal.
  ///
  /// @param mayUpdate whether a hook may still change the call
  public Ruling judge(Proposal proposal, HookRunner.Occasion occasion, boolean mayUpdate)
      throws InterruptedException {
    if (dispatcher.registry().none()) {
      return Ruling.PASS;
    }
    Optional<String> broken = broken();
    if (broken.isPresent()) {
      return Ruling.deny(ErrorCode.HOOK_FAILED, broken.get());
    }
    HookViews views = views(proposal);
    List<Hook> hooks = dispatcher.hooks(HookEvent.PRE_TOOL_USE, views.names());
    for (Hook hook : hooks) {
      if (views.tooMany(hook.matcher())) {
        return Ruling.deny(
            ErrorCode.HOOK_FAILED,
            "The call changes more than %d files, and the hook %s must judge each"
                .formatted(HookViews.MAX_FILES, hook.title()));
      }
    }
    HookDispatcher.CombinedAnswer heard =
        dispatcher.ask(
            tasks(HookEvent.PRE_TOOL_USE, hooks, views, occasion, Json.Obj.EMPTY), occasion);
    if (!heard.denials().isEmpty()) {
      return Ruling.deny(ErrorCode.HOOK_DENIED, String.join("\n", heard.denials()));
    }
    if (!heard.failures().isEmpty()) {
      return Ruling.deny(ErrorCode.HOOK_FAILED, String.join("\n", heard.failures()));
    }
    return updated(proposal, views, heard, mayUpdate);
  }

  private Ruling updated(
      Proposal proposal, HookViews views, HookDispatcher.CombinedAnswer heard, boolean mayUpdate) {
    Optional<Json.Obj> wanted = Optional.empty();
    for (HookOutcome.Answered answered : heard.answered()) {
      Optional<Json.Obj> input =
          answered.reply().updatedInput().map(given -> ToolForms.absolute(given, root()));
      if (input.isEmpty() || input.get().equals(views.form().input())) {
        continue;
      }
      String title = answered.hook().title();
      if (!answered.hook().matcher().matches(views.form().names())) {
        return Ruling.deny(
            ErrorCode.HOOK_FAILED,
            title + " changes the input of a call that has more than one file");
      }
      if (!mayUpdate) {
        return Ruling.deny(
            ErrorCode.HOOK_FAILED, title + " changes a call that a hook has changed already");
      }
      if (wanted.isPresent() && !wanted.equals(input)) {
        return Ruling.deny(
            ErrorCode.HOOK_FAILED, title + " changes the call differently from another hook");
      }
      wanted = input;
    }
    Verdict verdict =
        heard.asks().isEmpty() ? Verdict.PASS : new Verdict.Ask(concerns(heard.asks()));
    if (wanted.isEmpty()) {
      return new Ruling(verdict, Optional.empty(), heard.contexts());
    }
    ToolCall call = proposal.call();
    try {
      String arguments = ToolForms.back(call.tool(), wanted.get()).write();
      return new Ruling(
          verdict, Optional.of(new ToolCall(call.id(), call.tool(), arguments)), heard.contexts());
    } catch (ToolForms.ShapeException e) {
      return Ruling.deny(
          ErrorCode.HOOK_FAILED,
          "updatedInput is not valid input of %s: %s"
              .formatted(views.form().name(), e.getMessage()));
    }
  }

  private String root() {
    return dispatcher.registry().root().toString();
  }

  private Optional<String> broken() {
    List<String> broken = dispatcher.registry().loaded().broken();
    return broken.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", broken));
  }

  /// Whether any hook objects to the question to a person.
  public Optional<ToolError> permission(
      Proposal proposal, HookRunner.Occasion occasion, List<String> reasons)
      throws InterruptedException {
    if (dispatcher.registry().none()) {
      return Optional.empty();
    }
    HookViews views = views(proposal);
    List<Hook> hooks = dispatcher.hooks(HookEvent.PERMISSION_REQUEST, views.names());
    Json.Obj own = Json.object().put("reasons", Json.texts(reasons)).build();
    HookDispatcher.CombinedAnswer heard =
        dispatcher.ask(tasks(HookEvent.PERMISSION_REQUEST, hooks, views, occasion, own), occasion);
    if (!heard.denials().isEmpty()) {
      return Optional.of(new ToolError(ErrorCode.HOOK_DENIED, String.join("\n", heard.denials())));
    }
    return heard.failures().isEmpty()
        ? Optional.empty()
        : Optional.of(new ToolError(ErrorCode.HOOK_FAILED, String.join("\n", heard.failures())));
  }

  /// Runs the hooks after a performed call. Their texts are added to the result; nothing is undone.
  ///
  /// @param notes what hooks said before
  public CallAnswer after(
      Proposal proposal,
      CallAnswer callAnswer,
      HookRunner.Occasion occasion,
      Duration took,
      List<String> notes)
      throws InterruptedException {
    if (dispatcher.registry().none()) {
      return callAnswer;
    }
    try {
      return told(proposal, callAnswer, occasion, took, notes);
    } catch (RuntimeException | Error e) {
      String defect = CallFailure.bug(e).message();
      return new CallAnswer(
          with(callAnswer.result(), List.of(defect)),
          callAnswer.gates(),
          callAnswer.ledger(),
          callAnswer.call());
    }
  }

  private CallAnswer told(
      Proposal proposal,
      CallAnswer callAnswer,
      HookRunner.Occasion occasion,
      Duration took,
      List<String> notes)
      throws InterruptedException {
    ToolResult result = callAnswer.result();
    boolean success = result instanceof ToolResult.Success;
    HookEvent event = success ? HookEvent.POST_TOOL_USE : HookEvent.POST_TOOL_USE_FAILURE;
    HookViews views = views(proposal);
    List<Hook> hooks = dispatcher.hooks(event, views.names());
    Json.Builder own = Json.object().put("duration_ms", took.toMillis());
    if (success) {
      own.put("tool_response", response(views.form(), result));
    } else {
      own.put("error", result.content());
    }
    HookDispatcher.CombinedAnswer heard =
        dispatcher.ask(tasks(event, hooks, views, occasion, own.build()), occasion);
    List<String> said = new ArrayList<>(notes);
    said.addAll(heard.denials());
    said.addAll(heard.failures());
    said.addAll(heard.contexts());
    return said.isEmpty()
        ? callAnswer
        : new CallAnswer(
            with(result, said), callAnswer.gates(), callAnswer.ledger(), callAnswer.call());
  }

  private static List<ApprovalConcern> concerns(List<String> reasons) {
    List<ApprovalConcern> concerns = new ArrayList<>(reasons.size());
    for (String reason : reasons) {
      concerns.add(new ApprovalConcern(ApprovalConcern.Kind.HOOK, reason));
    }
    return concerns;
  }

  /// The result with what hooks said.
  public static ToolResult with(ToolResult result, List<String> said) {
    StringBuilder notes = new StringBuilder();
    for (String note : said) {
      notes.append("\n[hook: ").append(note).append(']');
    }
    return switch (result) {
      case ToolResult.Success(String output, boolean truncated, var metadata) ->
          new ToolResult.Success(output + notes, truncated, metadata);
      case ToolResult.Failure(ToolError error, var metadata) ->
          new ToolResult.Failure(
              new ToolError(error.code(), error.message() + notes, error.requiredAction()),
              metadata);
    };
  }

  private static Json response(ToolForm form, ToolResult result) {
    Json.Builder response =
        Json.object()
            .put("success", true)
            .put("output", result.content())
            .put("metadata", result.metadata());
    form.input().text("file_path").ifPresent(path -> response.put("filePath", path));
    if (form.name().equals("Bash")) {
      response.put("stdout", result.content()).put("stderr", "").put("interrupted", false);
    }
    return response.build();
  }

  private HookViews views(Proposal proposal) {
    return new HookViews(dispatcher.registry().root(), proposal, arguments(proposal));
  }

  private Json.Obj arguments(Proposal proposal) {
    try {
      String text = proposal.call().arguments();
      return catalogue.canonical(
          proposal.call().tool(), JsonReader.readObject(text.isBlank() ? "{}" : text));
    } catch (JsonException e) {
      throw new IllegalStateException("the proposed arguments are not JSON", e);
    }
  }

  private List<HookDispatcher.Task> tasks(
      HookEvent event,
      List<Hook> hooks,
      HookViews views,
      HookRunner.Occasion occasion,
      Json.Obj further) {
    List<HookDispatcher.Task> tasks = new ArrayList<>();
    for (Hook hook : hooks) {
      for (ToolForm form : views.of(hook)) {
        Json.Builder own = HookDispatcher.tool(form, occasion.callId());
        further.members().forEach(own::put);
        tasks.add(new HookDispatcher.Task(hook, dispatcher.input(event, occasion, own.build())));
      }
    }
    return tasks;
  }
}
