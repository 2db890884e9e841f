// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.history;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.Conversation;
import dev.writ.engine.conversation.SessionEvents;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.kernel.session.SessionRecollection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The state that a session's record folds to: everything needed to resume the session.
public final class RecordedSession {
  private static final int MAX_PROBLEMS = 20;
  private static final String FORKED = "forked_from";

  private final PairRepair messages = new PairRepair();
  private final SessionRecollection state = new SessionRecollection();
  private final SessionStatistics statistics = new SessionStatistics();
  private final List<TurnMark> turns = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private Json.Obj start = Json.Obj.EMPTY;
  private Json.Obj config = Json.Obj.EMPTY;
  private Json.Obj uses = Json.Obj.EMPTY;
  private Optional<ModelId> model = Optional.empty();
  private String mode = "";
  private ReasoningEffort effort = ReasoningEffort.DEFAULT;
  private long seq;
  private long events;
  private int damaged;

  RecordedSession() {}

  /// Folds one event in.
  ///
  /// @param stands false where a rewind made it void
  void apply(Json.Obj event, boolean stands) {
    long before = seq;
    events++;
    if (damaged > 0) { // not the torn last line, with which nothing but its own call was lost
      state.lost();
    }
    seq = Math.max(seq, event.number("seq").orElse(seq));
    statistics.apply(event);
    settings(event);
    if (stands) {
      turn(event, before);
      messages.apply(event);
      state(event);
    }
  }

  private void settings(Json.Obj event) {
    switch (event.text("type").orElse("")) {
      case "session_start" -> {
        if (start.members().isEmpty()) {
          start = event;
        }
        config(event);
      }
      case "session_resume" -> config(event);
      case "provider_switch" -> model(event, event.object("to"));
      case "mode" -> mode = event.text("mode").orElse(mode);
      case "effort" ->
          effort = event.text("for").isEmpty() ? effort(event.text("effort").orElse("")) : effort;
      case "system", "command" -> event.number("turn").ifPresent(state::turn);
      default -> {}
    }
  }

  private void config(Json.Obj event) {
    config = event.object("config");
    model(event, config);
  }

  /// Who wrote a session that was brought chooses neither a provider nor whose key it gets.
  private void model(Json.Obj event, Json.Obj named) {
    long copied = start.object(FORKED).number("seq").orElse(Long.MAX_VALUE);
    if (!isBrought() || event.number("seq").orElse(0) > copied) {
      model = model(named).or(() -> model);
    }
  }

  /// Whether this is a copy of a session that was not the person's, as one of a repository.
  public boolean isBrought() {
    return start.object(FORKED).isTrue("brought");
  }

  private static Optional<ModelId> model(Json.Obj json) {
    return json.text("provider")
        .flatMap(provider -> json.text("model").map(name -> new ModelId(provider, name)));
  }

  private ReasoningEffort effort(String word) {
    for (ReasoningEffort known : ReasoningEffort.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(word)) {
        return known;
      }
    }
    return effort;
  }

  private void turn(Json.Obj event, long before) {
    String type = event.text("type").orElse("");
    if (type.equals("system") && event.number("turn").isPresent()) {
      String time = event.text("timestamp").orElse("");
      turns.add(new TurnMark(event.number("turn").getAsLong(), before, "", time));
    } else if (type.equals("user") && !turns.isEmpty() && turns.getLast().request().isEmpty()) {
      TurnMark last = turns.removeLast();
      turns.add(
          new TurnMark(
              last.turn(), last.before(), event.text("content").orElse(""), last.timestamp()));
    }
  }

  private void state(Json.Obj event) {
    if (event.get("standing").orElse(Json.Obj.EMPTY) instanceof Json.Obj changes) {
      state.apply(changes);
      Json.Obj tools = changes.object("tools");
      uses = tools.members().isEmpty() ? uses : tools;
    }
    if (event.text("type").filter("plan"::equals).isPresent()) {
      state.plan(event.items("steps"));
    }
  }

  void damaged(long line, String reason) {
    damaged++;
    if (problems.size() < MAX_PROBLEMS) {
      problems.add("line " + line + ": " + reason);
    }
  }

  /// Whether there is any event: without one this is not a session's record.
  public boolean isEmpty() {
    return events == 0;
  }

  /// How many events there are.
  public long events() {
    return events;
  }

  /// The id; empty if the first line is damaged.
  public String id() {
    return start.text("id").orElse("");
  }

  /// The first event.
  public Json.Obj start() {
    return start;
  }

  /// Whether a newer version of Writ wrote it in a form that this version may misread.
  public boolean isNewer() {
    String version = start.text("version").orElse(SessionEvents.VERSION);
    return !version
        .substring(0, Math.max(0, version.indexOf('.')))
        .equals(SessionEvents.VERSION.substring(0, SessionEvents.VERSION.indexOf('.')));
  }

  /// The directory it last worked in.
  public String workspace() {
    return config.text("workspace").orElse("");
  }

  /// The stable text that its requests begin with; empty if it is not recorded.
  public Optional<String> system() {
    return start.text("system");
  }

  /// The model that was asked last.
  public Optional<ModelId> model() {
    return model;
  }

  /// The mode of work that was chosen last; empty if none was.
  public String mode() {
    return mode;
  }

  /// The reasoning effort.
  public ReasoningEffort effort() {
    return effort;
  }

  /// The conversation.
  public Conversation conversation() {
    return messages.conversation();
  }

  /// Calls that have no result.
  public List<OpenCall> open() {
    return messages.open();
  }

  /// The session's state at the gate.
  public SessionRecollection state() {
    return state;
  }

  /// The called and the requested tools, which determine the offered ones.
  public Json.Obj uses() {
    return uses;
  }

  /// The number of the last event.
  public long seq() {
    return seq;
  }

  /// The turns of the conversation as it stands.
  public List<TurnMark> turns() {
    return List.copyOf(turns);
  }

  /// Sums over all events.
  public SessionStatistics statistics() {
    return statistics;
  }

  /// The damage of the record, for the person; empty if there is none.
  public List<String> problems() {
    List<String> all = new ArrayList<>(problems);
    if (damaged > problems.size()) {
      all.add("and %d more lines".formatted(damaged - problems.size()));
    }
    return all;
  }
}
