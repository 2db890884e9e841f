// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.kernel.call;

import dev.writ.base.json.Json;
import dev.writ.base.value.ErrorCode;
import dev.writ.base.value.ToolError;

/// The result of a call, for the model.
public sealed interface ToolResult {
  /// The longest text of one result, in characters; tools cut earlier and say so in the text.
  int MAX_OUTPUT_CHARS = 1024 * 1024;

  /// The fact that a command changed a protected path; it ends the turn.
  String TAMPERED = "tampered";

  /// A true member of the facts of a call that was only judged.
  String UNPERFORMED = "unperformed";

  /// The result text of a command without output.
  String NO_OUTPUT = "(no output)";

  /// The result of a call that every gate allows and that was not performed.
  static ToolResult unperformed(String text) {
    return new Success(text, false, Json.object().put(UNPERFORMED, true).build());
  }

  /// Facts beside the text (exit code, original size…).
  Json.Obj metadata();

  /// Whether the text was cut; it then says so too.
  boolean truncated();

  /// The text that the model gets.
  String content();

  /// The same with a remark in front that the model must know.
  ToolResult noting(String remark);

  /// The same after the output of an earlier part of the call.
  ToolResult behind(String output);

  /// The same with no longer a text, or message where it failed.
  ToolResult bounded(int maxChars);

  /// The same with a further number among the facts, unless they have one of that name.
  ToolResult with(String fact, long number);

  /// The same with a number among the facts that is larger by what other facts say.
  ToolResult plus(String fact, Json.Obj others);

  private static Json.Obj sum(Json.Obj metadata, String fact, Json.Obj others) {
    Json.Builder facts = Json.object();
    metadata.members().forEach(facts::put);
    long all = metadata.number(fact).orElse(0) + others.number(fact).orElse(0);
    return facts.put(fact, all).build();
  }

  private static Json.Obj facts(Json.Obj metadata, String fact, long number) {
    if (metadata.get(fact).isPresent()) {
      return metadata;
    }
    Json.Builder facts = Json.object();
    metadata.members().forEach(facts::put);
    return facts.put(fact, number).build();
  }

  /// The call succeeded.
  ///
  /// @param truncated whether the output was cut; the output states it, too
  record Success(String output, boolean truncated, Json.Obj metadata) implements ToolResult {
    public Success {
      if (output.length() > MAX_OUTPUT_CHARS) {
        metadata = OutputBound.cut(metadata, output.length());
        output = OutputBound.of(output, MAX_OUTPUT_CHARS);
        truncated = true;
      }
    }

    /// A whole output without further facts.
    public Success(String output) {
      this(output, false, Json.Obj.EMPTY);
    }

    @Override
    public String content() {
      return output;
    }

    @Override
    public Success bounded(int maxChars) {
      return output.length() <= maxChars
          ? this
          : new Success(
              OutputBound.of(output, maxChars), true, OutputBound.cut(metadata, output.length()));
    }

    @Override
    public Success with(String fact, long number) {
      return new Success(output, truncated, facts(metadata, fact, number));
    }

    @Override
    public Success plus(String fact, Json.Obj others) {
      return new Success(output, truncated, sum(metadata, fact, others));
    }

    @Override
    public Success behind(String before) {
      if (before.isEmpty()) {
        return this;
      }
      String rest = output.equals(NO_OUTPUT) ? "" : output;
      String end = before.endsWith("\n") || rest.isEmpty() ? "" : "\n";
      return new Success(before + end + rest, truncated, metadata);
    }

    @Override
    public Success noting(String remark) {
      return new Success("[" + remark + "]\n" + output, truncated, metadata);
    }
  }

  /// The call was refused or failed.
  ///
  /// @param metadata with a true member `cut` where the message was cut
  record Failure(ToolError error, Json.Obj metadata) implements ToolResult {
    public Failure {
      if (error.message().length() > MAX_OUTPUT_CHARS) {
        metadata = OutputBound.cut(metadata, error.message().length());
        error =
            new ToolError(
                error.code(),
                OutputBound.of(error.message(), MAX_OUTPUT_CHARS),
                error.requiredAction());
      }
    }

    /// A failure without further facts.
    public Failure(ToolError error) {
      this(error, Json.Obj.EMPTY);
    }

    @Override
    public boolean truncated() {
      return metadata.isTrue(OutputBound.CUT);
    }

    @Override
    public String content() {
      return error.json().write();
    }

    @Override
    public Failure bounded(int maxChars) {
      String message = error.message();
      return message.length() <= maxChars
          ? this
          : new Failure(
              new ToolError(
                  error.code(), OutputBound.of(message, maxChars), error.requiredAction()),
              OutputBound.cut(metadata, message.length()));
    }

    @Override
    public Failure with(String fact, long number) {
      return new Failure(error, facts(metadata, fact, number));
    }

    @Override
    public Failure plus(String fact, Json.Obj others) {
      return new Failure(error, sum(metadata, fact, others));
    }

    @Override
    public Failure behind(String before) {
      String message = error.message() + (before.isEmpty() ? "" : "\nPrinted before:\n" + before);
      return new Failure(new ToolError(error.code(), message, error.requiredAction()), metadata);
    }

    @Override
    public Failure noting(String remark) {
      String message = remark + ". " + error.message();
      return new Failure(new ToolError(error.code(), message, error.requiredAction()), metadata);
    }
  }

  /// A failure of that code.
  static Failure failed(ErrorCode code, String message) {
    return new Failure(new ToolError(code, message));
  }
}
