// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.status;

import dev.writ.app.call.CallTitle;
import dev.writ.app.terminal.screen.StyledLine;
import dev.writ.app.terminal.screen.StyledSpan;
import dev.writ.app.terminal.screen.TextRole;
import dev.writ.base.json.Json;
import dev.writ.engine.conversation.SessionEvent;
import dev.writ.engine.conversation.TurnEnd;
import dev.writ.engine.model.AnswerDelta;
import dev.writ.engine.model.TokenUsage;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/// The turn's present activity, its duration, and its usage so far.
public final class TurnMeter {
  private static final String[] PHASES = {"✢", "✳", "✻", "✽", "✻", "✳"};
  private static final long PHASE_NANOS = 200_000_000L;
  private static final int CHARS_PER_TOKEN = 4;
  private static final long LONG_COMMAND_NANOS = 5_000_000_000L;
  private static final double MICRO_USD = 1e6;

  private final LongSupplier clock;
  private final boolean moving;
  private String doing = "";
  private boolean ended;
  private long begun;

  /// When the command began that runs; empty where none does.
  private OptionalLong command = OptionalLong.empty();

  private long streamed;
  private boolean showTokens = true;
  private TokenUsage usage = TokenUsage.NONE;
  private long microUsd;
  private long sessionMicroUsd;
  private long context;
  private TokenUsage session = TokenUsage.NONE;

  /// Which session is counted.
  private String counted = "";

  /// @param clock nanoseconds
  /// @param moving whether something may move while nothing happens (`reduced motion` is false)
  public TurnMeter(LongSupplier clock, boolean moving) {
    this.clock = clock;
    this.moving = moving;
  }

  /// Another session is counted from now on, or the same one with another conversation: what it
  /// holds is known with the next answer.
  ///
  /// @param id of the session
  public void count(String id) {
    context = 0;
    if (!id.equals(counted)) {
      counted = id;
      sessionMicroUsd = 0;
      session = TokenUsage.NONE;
    }
  }

  /// A turn begins.
  public void begin(String what) {
    begun = clock.getAsLong();
    doing = what;
    ended = false;
    command = OptionalLong.empty();
    streamed = 0;
    usage = TokenUsage.NONE;
    microUsd = 0;
  }

  /// Something happened.
  public void hear(SessionEvent event) {
    switch (event) {
      case SessionEvent.Streaming(AnswerDelta.TextDelta(String text)) -> {
        doing = "Writing";
        streamed += text.length();
      }
      case SessionEvent.Streaming(AnswerDelta.Reasoning(String text)) -> {
        doing = "Thinking";
        streamed += text.length();
      }
      case SessionEvent.Streaming(AnswerDelta.CallBegun _) -> doing = "Preparing a call";
      case SessionEvent.Retrying _ -> doing = "Waiting to try again";
      case SessionEvent.Substituted _ -> doing = "Waiting for the model";
      case SessionEvent.Calling(var call) -> {
        doing = CallTitle.of(call).progress();
        boolean runs = call.tool().equals("run_command");
        command = runs ? OptionalLong.of(clock.getAsLong()) : OptionalLong.empty();
      }
      case SessionEvent.Called _ -> {
        doing = "Waiting for the model";
        command = OptionalLong.empty();
      }
      case SessionEvent.Recorded(Json.Obj line) -> recorded(line);
      case SessionEvent.Output _ -> {}
      case SessionEvent.Ended(TurnEnd end) -> {
        ended = true;
        command = OptionalLong.empty();
        usage = end.totals().usage();
        session = session.plus(usage);
      }
    }
  }

  private void recorded(Json.Obj line) {
    if (line.text("type").orElse("").equals("assistant")) {
      Json.Obj tokens = line.object("tokens");
      TokenUsage one =
          new TokenUsage(
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

  /// The line that is shown while a turn runs; where it is narrow, how to stop it comes before what
  /// it has used.
  public StyledLine line(int width) {
    long nanos = clock.getAsLong() - begun;
    String phase = moving ? PHASES[(int) (nanos / PHASE_NANOS % PHASES.length)] : "✻";
    StyledLine all = line(phase, amounts());
    return all.width() <= width
        ? all
        : line(phase, AmountText.time(Duration.ofNanos(elapsed()))).cut(width);
  }

  private StyledLine line(String phase, String used) {
    return StyledLine.of(
        new StyledSpan(TextRole.ACCENT, phase + " " + doing + "…"),
        new StyledSpan(TextRole.DIM, " " + used + " · Esc stops" + background()));
  }

  /// That a command which takes long can run in the background.
  private String background() {
    boolean takesLong =
        command.isPresent() && clock.getAsLong() - command.getAsLong() >= LONG_COMMAND_NANOS;
    return takesLong ? ", Ctrl-B: in the background" : "";
  }

  private String amounts() {
    StringBuilder words = new StringBuilder(AmountText.time(Duration.ofNanos(elapsed())));
    long output = usage.output() + streamed / CHARS_PER_TOKEN;
    if (showTokens && usage.input() + output > 0) {
      String input = usage.input() > 0 ? "↑" + AmountText.tokens(usage.input()) + " " : "";
      words.append(" · ").append(input).append('↓').append(AmountText.tokens(output));
      words.append(" tokens");
    }
    if (microUsd > 0) {
      words.append(" · ").append(AmountText.dollars(microUsd));
    }
    return words.toString();
  }

  /// Whether the tokens of a turn are shown.
  public void showTokens(boolean wanted) {
    showTokens = wanted;
  }

  /// How long the turn has been running.
  public long elapsed() {
    return clock.getAsLong() - begun;
  }

  /// Whether a turn of the model's has ended since [#begin]; a person's own command may be none.
  public boolean hasEnded() {
    return ended;
  }

  /// The line that stays when a turn is over.
  public StyledLine summary(int calls) {
    return StyledLine.of(
        TextRole.DIM,
        "  " + amounts() + (calls == 0 ? "" : " · " + calls + (calls == 1 ? " call" : " calls")));
  }

  /// Tokens of the last request and its answer: what the context holds.
  public long context() {
    return context;
  }

  /// The cost of the session so far.
  public long sessionMicroUsd() {
    return sessionMicroUsd;
  }

  /// The usage of the session so far, without the running turn.
  public TokenUsage session() {
    return session;
  }
}
