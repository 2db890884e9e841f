// Implements: docs/spec/05-providers.md §5.2 (Wire discipline)
package dev.writ.wire.openai;

import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.engine.model.ReasoningEffort;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The optional members that a model's server has refused. No document lists the supported members
/// for all compatible servers; a server that refuses one names it, before any work.
public final class RefusedMembers {
  static final String EFFORT = "reasoning_effort";
  static final String TEMPERATURE = "temperature";
  static final String USAGE = "stream_options";

  /// The limit of an answer, by its two names.
  private static final List<String> LIMITS = List.of("max_completion_tokens", "max_tokens");

  /// How servers say that they don't take something, in small letters.
  private static final List<String> REFUSALS =
      List.of(
          "not supported",
          "unsupported",
          "does not support",
          "not permitted",
          "not allowed",
          "unrecognized",
          "unknown",
          "deprecated");

  private final Set<String> members = new HashSet<>();
  private final Set<Effort> efforts = new HashSet<>();

  /// An effort, and whether tools came with it.
  private record Effort(ReasoningEffort level, boolean withTools) {
    static Effort of(Prompt prompt, ReasoningEffort level) {
      return new Effort(level, !prompt.allowedTools().isEmpty());
    }
  }

  /// The lesson of a refusal.
  ///
  /// @param notice what the person should know; empty where the request means the same without
  record Lesson(String notice) {}

  /// None so far.
  public RefusedMembers() {}

  /// Whether a member is sent.
  synchronized boolean takes(String member) {
    return !members.contains(member);
  }

  /// The name under which the limit of an answer is sent; empty where it is not.
  ///
  /// @param usual the name that is tried first
  synchronized Optional<String> limit(String usual) {
    return takes(usual) ? Optional.of(usual) : LIMITS.stream().filter(this::takes).findFirst();
  }

  /// The effort that is asked for: the prompt's, else the model's own, else none at all, which is
  /// the only one that some models take together with tools.
  synchronized ReasoningEffort effort(Prompt prompt) {
    for (ReasoningEffort level :
        List.of(prompt.effort(), ReasoningEffort.DEFAULT, ReasoningEffort.NONE)) {
      if (!efforts.contains(Effort.of(prompt, level))) {
        return level;
      }
    }
    return prompt.effort();
  }

  /// Learns from a refusal.
  ///
  /// @param body the request that was refused
  /// @return empty where the request can't be made so that it is taken
  synchronized Optional<Lesson> learn(Prompt prompt, String body, ProviderError trouble) {
    String said = trouble.message().toLowerCase(Locale.ROOT);
    if (trouble.kind() != ProviderErrorKind.REJECTED
        || REFUSALS.stream().noneMatch(said::contains)) {
      return Optional.empty();
    }
    if (said.contains(EFFORT)) {
      return effortRefused(prompt);
    }
    for (String limit : LIMITS) {
      if (said.contains(limit) && isSent(limit, body) && members.add(limit)) {
        return Optional.of(
            new Lesson(LIMITS.stream().anyMatch(this::takes) ? "" : left("llm.max_tokens")));
      }
    }
    if (said.contains(TEMPERATURE) && isSent(TEMPERATURE, body) && members.add(TEMPERATURE)) {
      return Optional.of(new Lesson(left("llm.temperature")));
    }
    return said.contains(USAGE) && isSent(USAGE, body) && members.add(USAGE)
        ? Optional.of(new Lesson(""))
        : Optional.empty();
  }

  /// Members stand outside of strings: in a string the quotation marks would be escaped.
  private static boolean isSent(String member, String body) {
    return body.contains(",\"" + member + "\":");
  }

  private Optional<Lesson> effortRefused(Prompt prompt) {
    ReasoningEffort sent = effort(prompt);
    if (!efforts.add(Effort.of(prompt, sent))) {
      return Optional.empty(); // it takes none of them
    }
    ReasoningEffort next = effort(prompt);
    if (efforts.contains(Effort.of(prompt, next))) {
      return Optional.empty();
    }
    String with = prompt.allowedTools().isEmpty() ? "" : " together with tools";
    return Optional.of(
        new Lesson(
            next == ReasoningEffort.NONE
                ? "the model refuses to reason"
                    + with
                    + " here, so Writ asks it not to"
                    + "; the provider openai-responses may allow it"
                : "the model refuses the reasoning effort “"
                    + sent.name().toLowerCase(Locale.ROOT)
                    + "”"
                    + with
                    + " here, so Writ omits it"
                    + "; the provider openai-responses may take it"));
  }

  private static String left(String setting) {
    return "the model refuses " + setting + ", which Writ omits from now on";
  }
}
