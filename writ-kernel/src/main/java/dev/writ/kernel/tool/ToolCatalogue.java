// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.kernel.tool;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.schema.CheckedArguments;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.Proposal;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.call.ToolDefinition;
import dev.writ.kernel.call.ToolResult;
import dev.writ.kernel.policy.SecretMasker;
import dev.writ.kernel.policy.WorkMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/// The first gate: the tools there are, and the step from a model's call to a proposal.
public final class ToolCatalogue {
  /// The gate's name in receipts.
  public static final String GATE = "proposal";

  /// The tool that has rarer ones offered.
  public static final String MORE_TOOLS = "more_tools";

  /// The longest arguments that are read, in characters.
  public static final int MAX_ARGUMENT_CHARS = 20 * 1024 * 1024;

  private final Map<String, Tool<?>> tools = new LinkedHashMap<>();
  private final Map<String, String> aliases = new LinkedHashMap<>();
  private final Map<String, ToolDefinition> definitions = new ConcurrentHashMap<>();
  private final Set<String> called = ConcurrentHashMap.newKeySet();
  private final Set<String> wanted = ConcurrentHashMap.newKeySet();
  private Json.Obj reported = uses();

  /// A catalogue of these tools, in this order.
  ///
  /// @throws IllegalArgumentException if two have the same name
  public ToolCatalogue(List<Tool<?>> tools) {
    for (Tool<?> tool : tools) {
      ToolSpec<?> spec = tool.spec();
      if (this.tools.put(spec.name(), tool) != null) {
        throw new IllegalArgumentException("two tools are called " + spec.name());
      }
      spec.names().aliases().forEach(alias -> aliases.put(alias, spec.name()));
    }
  }

  /// The definitions of the tools that a mode offers, in a stable order.
  public List<ToolDefinition> definitions(WorkMode mode) {
    return tools.values().stream()
        .map(Tool::spec)
        .filter(spec -> mode.allowed().contains(spec.effectClass()))
        .map(this::definition)
        .toList();
  }

  /// The definitions of those among them that are of use now: a definition costs with each request.
  public List<ToolDefinition> offered(WorkMode mode) {
    List<ToolDefinition> offered = new ArrayList<>();
    for (Tool<?> tool : tools.values()) {
      ToolSpec<?> spec = tool.spec();
      boolean use =
          spec.follows().isEmpty()
              || called.contains(spec.name())
              || (spec.isRare()
                  ? wanted.contains(spec.name())
                  : called.contains(spec.follows().get()));
      if (use && mode.allowed().contains(spec.effectClass())) {
        offered.add(definition(spec));
      }
    }
    return offered;
  }

  /// A tool's definition, the same object each time, so that a caller can cache its text.
  private ToolDefinition definition(ToolSpec<?> spec) {
    return definitions.computeIfAbsent(spec.name(), _ -> spec.definition());
  }

  /// Offers rarer tools from now on.
  ///
  /// @param query words one of which must be in a tool's name or description; empty for all
  /// @return the definitions of those that fit
  public List<ToolDefinition> offer(String query, WorkMode mode) {
    String[] words = query.toLowerCase(Locale.ROOT).strip().split("[\\s,]+", -1);
    List<ToolDefinition> found = new ArrayList<>();
    for (Tool<?> tool : tools.values()) {
      ToolDefinition definition = definition(tool.spec());
      if (tool.spec().isRare()
          && mode.allowed().contains(tool.spec().effectClass())
          && fits(definition, words)) {
        wanted.add(definition.name());
        found.add(definition);
      }
    }
    return found;
  }

  /// The called and the requested tools, which determine the offered ones; empty if unchanged since
  /// the last report. For the session's record.
  public synchronized Optional<Json.Obj> takeUses() {
    Json.Obj now = uses();
    if (now.equals(reported)) {
      return Optional.empty();
    }
    reported = now;
    return Optional.of(now);
  }

  private Json.Obj uses() {
    return Json.object()
        .put("called", Json.texts(called.stream().sorted().toList()))
        .put("wanted", Json.texts(wanted.stream().sorted().toList()))
        .build();
  }

  /// Restores the offered tools from recorded uses.
  public synchronized void recall(Json.Obj uses) {
    recall(uses.items("called"), called);
    recall(uses.items("wanted"), wanted);
    reported = uses();
  }

  private void recall(List<Json> names, Set<String> known) {
    known.clear();
    for (Json item : names) {
      if (item instanceof Json.Text(String name) && tools.containsKey(name)) {
        known.add(name);
      }
    }
  }

  private static boolean fits(ToolDefinition definition, String[] words) {
    String text = (definition.name() + " " + definition.description()).toLowerCase(Locale.ROOT);
    for (String word : words) {
      if (text.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /// The names of the tools that a test accepts.
  public Set<String> names(Predicate<ToolSpec<?>> wantedOnes) {
    Set<String> names = new LinkedHashSet<>();
    for (Tool<?> tool : tools.values()) {
      if (wantedOnes.test(tool.spec())) {
        names.add(tool.spec().name());
      }
    }
    return names;
  }

  /// Whether a call of that tool only reads, so that it may run beside others of its kind.
  public boolean reads(String tool) {
    Tool<?> found = tools.get(aliases.getOrDefault(tool, tool));
    return found != null && found.spec().effectClass() == EffectClass.READ;
  }

  /// All tools.
  public List<ToolSpec<?>> specs() {
    return tools.values().stream().<ToolSpec<?>>map(Tool::spec).toList();
  }

  /// The result of a proposal request.
  public sealed interface Proposed {
    /// A proposal, with the step that performs it.
    record ReadyProposal(Proposal proposal, Performer performer) implements Proposed {}

    /// The call gives no proposal.
    record RefusedProposal(ToolError error) implements Proposed {}
  }

  /// Performs a proposal with a warrant.
  @FunctionalInterface
  public interface Performer {
    ToolResult perform(Warrant warrant) throws IOException, InterruptedException;
  }

  /// Makes a proposal of a call.
  ///
  /// @throws IOException if looking at the workspace fails
  public Proposed propose(ToolCall call, WorkspaceView view) throws IOException {
    String name = aliases.getOrDefault(call.tool(), call.tool());
    Tool<?> tool = tools.get(name);
    if (tool == null) {
      return refused(
          ErrorCode.UNKNOWN_TOOL,
          "There is no tool '%s'; there are %s"
              .formatted(shortened(call.tool()), String.join(", ", tools.keySet())));
    }
    if (call.arguments().length() > MAX_ARGUMENT_CHARS) {
      return refused(
          ErrorCode.INVALID_ARGUMENTS,
          "The arguments are longer than " + MAX_ARGUMENT_CHARS + " characters");
    }
    return propose(tool, new ToolCall(call.id(), name, call.arguments()), view);
  }

  /// A call with the tool's own names for the tool and its arguments. A call of an unknown tool, or
  /// without readable arguments, is returned unchanged.
  public ToolCall canonical(ToolCall call) {
    String name = aliases.getOrDefault(call.tool(), call.tool());
    if (!tools.containsKey(name) || call.arguments().length() > MAX_ARGUMENT_CHARS) {
      return call;
    }
    String arguments = call.arguments();
    try {
      Json.Obj given = JsonReader.readObject(arguments);
      Json.Obj named = canonical(name, given);
      arguments = named.equals(given) ? arguments : named.write();
    } catch (JsonException _) {
      return call;
    }
    return new ToolCall(call.id(), name, arguments);
  }

  /// Arguments under the names that the tool itself gives them.
  public Json.Obj canonical(String tool, Json.Obj arguments) {
    Tool<?> known = tools.get(aliases.getOrDefault(tool, tool));
    return known == null
        ? arguments
        : ParameterSpec.canonical(known.spec().parameters(), arguments);
  }

  private static String shortened(String name) {
    return name.length() > 80 ? name.substring(0, 80) + "…" : name;
  }

  private <A extends Record> Proposed propose(Tool<A> tool, ToolCall call, WorkspaceView view)
      throws IOException {
    ToolSpec<A> spec = tool.spec();
    Json.Obj json;
    try {
      String text = call.arguments().isBlank() ? "{}" : call.arguments();
      json = ParameterSpec.canonical(spec.parameters(), JsonReader.readObject(text));
    } catch (JsonException e) {
      return refused(
          ErrorCode.INVALID_ARGUMENTS,
          "The arguments of %s are not a JSON object: %s (line %d, column %d)"
              .formatted(spec.name(), e.getMessage(), e.line(), e.column()));
    }
    Optional<String> problem = ParameterSpec.problem("", spec.parameters(), json);
    if (problem.isPresent()) {
      return refused(ErrorCode.INVALID_ARGUMENTS, spec.name() + ": " + problem.get());
    }
    if (mayHold(call.arguments(), SecretMasker.MASK) && json.write().contains(SecretMasker.MASK)) {
      return refused(
          ErrorCode.INVALID_ARGUMENTS,
          "The arguments contain the mask of a secret, which is not what the file contains;"
              + " change the lines around it instead");
    }
    A arguments = spec.reader().apply(new CheckedArguments(json));
    try {
      called.add(spec.name());
      Proposal proposal = new Proposal(call, spec.effectClass(), tool.propose(arguments, view));
      return new Proposed.ReadyProposal(proposal, warrant -> tool.perform(arguments, warrant));
    } catch (RefusedException e) {
      return new Proposed.RefusedProposal(e.error());
    }
  }

  /// Whether a JSON text may contain another one. Unescaped text occurs in it literally.
  private static boolean mayHold(String json, String text) {
    return json.indexOf('\\') >= 0 || json.contains(text);
  }

  private static Proposed refused(ErrorCode code, String message) {
    return new Proposed.RefusedProposal(new ToolError(code, message));
  }
}
