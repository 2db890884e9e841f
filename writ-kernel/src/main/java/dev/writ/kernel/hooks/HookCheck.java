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
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.check.GateCheck;
import dev.writ.kernel.check.GateSubject;
import dev.writ.kernel.check.HookTurn;
import dev.writ.kernel.hook.Hook;
import dev.writ.kernel.hook.HookEvent;
import dev.writ.kernel.hook.ToolForm;
import dev.writ.kernel.hook.ToolForms;
import dev.writ.kernel.tool.CallAnswer;
import dev.writ.kernel.tool.CallFailure;
import dev.writ.kernel.tool.ToolCatalogue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Users' hooks have no objection. They only tighten: no objection is a pass and never more.
/// Without hooks none of their classes is loaded.
public final class HookCheck implements GateCheck {
  private final ToolCatalogue catalogue;
  private final HookDispatcher dispatcher;

  public HookCheck(ToolCatalogue catalogue, HookDispatcher dispatcher) {
    this.catalogue = catalogue;
    this.dispatcher = dispatcher;
  }

  @Override
  public String name() {
    return "hooks";
  }

  public HookDispatcher dispatcher() {
    return dispatcher;
  }

  @Override
  public Verdict judge(GateSubject subject) throws InterruptedException {
    if (subject.hooks() instanceof HookTurn.AskedHooks asked) {
      Proposal proposal = subject.proposal();
      var occasion = new HookRunner.Occasion(subject.state(), asked.origin(), proposal.call().id());
      return judge(proposal, occasion, asked.mayChange());
    }
    return subject.hooks() instanceof HookTurn.HeardHooks(Verdict heard) ? heard : Verdict.PASS;
  }

  private Verdict judge(Proposal proposal, HookRunner.Occasion occasion, boolean mayChange)
      throws InterruptedException {
    if (dispatcher.registry().none()) {
      return Verdict.PASS;
    }
    Optional<String> broken = broken();
    if (broken.isPresent()) {
      return failed(broken.get());
    }
    HookViews views = views(proposal);
    List<Hook> hooks = dispatcher.hooks(HookEvent.PRE_TOOL_USE, views.names());
    for (Hook hook : hooks) {
      if (views.tooMany(hook.matcher())) {
        return failed(
            "The call changes more than %d files, and the hook %s must judge each"
                .formatted(HookViews.MAX_FILES, hook.title()));
      }
    }
    HookDispatcher.CombinedAnswer heard =
        dispatcher.ask(
            tasks(HookEvent.PRE_TOOL_USE, hooks, views, occasion, Json.Obj.EMPTY), occasion);
    if (!heard.denials().isEmpty()) {
      return new Verdict.Deny(ErrorCode.HOOK_DENIED, String.join("\n", heard.denials()));
    }
    return heard.failures().isEmpty()
        ? updated(proposal, views, heard, mayChange)
        : failed(String.join("\n", heard.failures()));
  }

  private static Verdict failed(String message) {
    return new Verdict.Deny(ErrorCode.HOOK_FAILED, message);
  }

  private Verdict updated(
      Proposal proposal, HookViews views, HookDispatcher.CombinedAnswer heard, boolean mayChange) {
    Optional<Json.Obj> wanted = Optional.empty();
    for (HookOutcome.AnsweredHook answered : heard.answered()) {
      Optional<Json.Obj> input =
          answered.reply().updatedInput().map(given -> ToolForms.absolute(given, root()));
      if (input.isEmpty() || input.get().equals(views.form().input())) {
        continue;
      }
      String title = answered.hook().title();
      if (!answered.hook().matcher().matches(views.form().names())) {
        return failed(title + " changes the input of a call that has more than one file");
      }
      if (!mayChange) {
        return failed(title + " changes a call that a hook has changed already");
      }
      if (wanted.isPresent() && !wanted.equals(input)) {
        return failed(title + " changes the call differently from another hook");
      }
      wanted = input;
    }
    if (wanted.isEmpty()) {
      return heard.asks().isEmpty()
          ? new Verdict.Pass(heard.contexts())
          : new Verdict.Ask(concerns(heard.asks()), heard.contexts());
    }
    try {
      String arguments = ToolForms.back(proposal.call().tool(), wanted.get()).write();
      return new Verdict.Change(arguments, heard.contexts());
    } catch (ToolForms.ShapeException e) {
      return failed(
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
      concerns.add(new ApprovalConcern(ApprovalConcern.ConcernKind.HOOK, reason));
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

  private List<HookDispatcher.HookTask> tasks(
      HookEvent event,
      List<Hook> hooks,
      HookViews views,
      HookRunner.Occasion occasion,
      Json.Obj further) {
    List<HookDispatcher.HookTask> tasks = new ArrayList<>();
    for (Hook hook : hooks) {
      for (ToolForm form : views.of(hook)) {
        Json.Builder own = HookDispatcher.tool(form, occasion.callId());
        further.members().forEach(own::put);
        tasks.add(
            new HookDispatcher.HookTask(hook, dispatcher.input(event, occasion, own.build())));
      }
    }
    return tasks;
  }
}
