// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.status;

import dev.writ.app.terminal.screen.Line;
import dev.writ.app.terminal.screen.Role;
import dev.writ.app.terminal.screen.Span;
import dev.writ.engine.conversation.Event;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.Delta;
import dev.writ.engine.model.Usage;
import dev.writ.kernel.json.Json;
import java.time.Duration;
import java.util.function.LongSupplier;

/// What a turn does at the moment, for how long, and what it took so far.
public final class TurnMeter {
  private static final String[] PHASES = {"✢", "✳", "✻", "✽", "✻", "✳"};
  private static final long PHASE_NANOS = 200_000_000L;
  private static final int CHARS_PER_TOKEN = 4;
  private static final double MICRO_USD = 1e6;

  private final LongSupplier clock;
  private final boolean moving;
  private String doing = "";
  private long begun;
  private long streamed;
  private Usage usage = Usage.NONE;
  private long microUsd;
  private long sessionMicroUsd;
  private long context;
  private Usage session = Usage.NONE;

  /// @param clock nanoseconds
  /// @param moving whether something may move while nothing happens (`reduced motion` is false)
  public TurnMeter(LongSupplier clock, boolean moving) {
    this.clock = clock;
    this.moving = moving;
  }

  /// A turn begins.
  public void begin(String what) {
    begun = clock.getAsLong();
    doing = what;
    streamed = 0;
    usage = Usage.NONE;
    microUsd = 0;
  }

  /// Something happened.
  public void hear(Event event) {
    switch (event) {
      case Event.Streaming(Delta.Text(String text)) -> {
        doing = "Writing";
        streamed += text.length();
      }
      case Event.Streaming(Delta.Reasoning(String text)) -> {
        doing = "Thinking";
        streamed += text.length();
      }
      case Event.Streaming(Delta.CallBegun(String tool)) -> doing = "Preparing " + tool;
      case Event.Retrying _ -> doing = "Waiting to try again";
      case Event.Calling(var call) -> doing = "Running " + call.tool();
      case Event.Called _ -> doing = "Waiting for the model";
      case Event.Recorded(Json.Obj line) -> recorded(line);
      case Event.Output _ -> {}
      case Event.Ended(TurnEnd end) -> {
        usage = end.totals().usage();
        session = session.plus(usage);
      }
    }
  }

  private void recorded(Json.Obj line) {
    if (line.text("type").orElse("").equals("assistant")) {
      Json.Obj tokens = line.object("tokens");
      Usage one =
          new Usage(
              number(tokens, "input"), number(tokens, "output"), number(tokens, "cached"), 0, 0);
      usage = usage.plus(one);
      context = one.input() + one.output();
      streamed = 0;
      long cost =
          line.get("cost_usd")
              .filter(Json.Num.class::isInstance)
              .map(Json.Num.class::cast)
              .map(number -> (long) (Double.parseDouble(number.literal()) * MICRO_USD))
              .orElse(0L);
      microUsd += cost;
      sessionMicroUsd += cost;
    }
  }

  private static long number(Json.Obj object, String name) {
    return object.get(name).filter(Json.Num.class::isInstance).map(Json.Num.class::cast).stream()
        .mapToLong(number -> number.whole().orElse(0))
        .findFirst()
        .orElse(0);
  }

  /// The line that is shown while a turn runs.
  public Line line() {
    long nanos = clock.getAsLong() - begun;
    String phase = moving ? PHASES[(int) (nanos / PHASE_NANOS % PHASES.length)] : "✻";
    return Line.of(
        new Span(Role.ACCENT, phase + " " + doing + "…"),
        new Span(Role.DIM, " " + amounts() + " · Esc stops"));
  }

  private String amounts() {
    StringBuilder words = new StringBuilder(Amounts.time(Duration.ofNanos(elapsed())));
    long output = usage.output() + streamed / CHARS_PER_TOKEN;
    if (usage.input() + output > 0) {
      words
          .append(" · ↑")
          .append(Amounts.tokens(usage.input()))
          .append(" ↓")
          .append(Amounts.tokens(output))
          .append(" tokens");
    }
    if (microUsd > 0) {
      words.append(" · ").append(Amounts.dollars(microUsd));
    }
    return words.toString();
  }

  /// How long the turn has been running.
  public long elapsed() {
    return clock.getAsLong() - begun;
  }

  /// The line that stays when a turn is over.
  public Line summary(int calls) {
    return Line.of(
        Role.DIM,
        "  " + amounts() + (calls == 0 ? "" : " · " + calls + (calls == 1 ? " call" : " calls")));
  }

  /// Tokens of the last request and its answer: what the context holds.
  public long context() {
    return context;
  }

  /// What the session has cost so far.
  public long sessionMicroUsd() {
    return sessionMicroUsd;
  }

  /// What the session has used so far, the running turn not included.
  public Usage session() {
    return session;
  }
}
