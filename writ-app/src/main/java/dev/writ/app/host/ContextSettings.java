// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.app.host;

import dev.writ.app.cli.UsageException;
import dev.writ.app.config.Configuration;
import dev.writ.app.process.ProcessContext;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.engine.context.ContextRules;
import dev.writ.engine.context.ContextSources;
import dev.writ.engine.context.RepositoryMap;
import dev.writ.kernel.door.Governor;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;

/// The configuration of models' context.
final class ContextSettings implements AutoCloseable {
  private final ContextRules rules;
  private final long mapTokens;
  private Optional<WorkspaceMap> map = Optional.empty();

  /// Reads the configuration.
  ///
  /// @throws UsageException where a value can't be meant
  ContextSettings(Configuration configuration, SessionHost.SessionUse use) throws UsageException {
    this.rules =
        new ContextRules(
            configuration.whole("context.max_tokens"),
            new ContextRules.Thresholds(
                share(configuration, "agent.conversation.prune_threshold", 0.8),
                compaction(configuration, use)),
            maxMessages(configuration, use),
            (int)
                Math.min(
                    1000, configuration.whole("agent.conversation.min_retain_turns").orElse(5)),
            writer(configuration),
            new ContextRules.Reports(
                configuration.flag("context.enable_token_counting"),
                configuration.flag("context.show_stats_on_prune")));
    this.mapTokens = configuration.whole("context.repo_map_tokens").orElse(0);
  }

  /// The inputs of requests.
  ContextSources sources(Governor governor, InstantSource clock, ProcessContext process) {
    Optional<Supplier<WorkspaceMap.Parsing>> parsing =
        mapTokens > 0
            ? SyntaxComparison.parsing(process.data(), process.project(), process.disk())
            : Optional.empty();
    map = parsing.map(opened -> new WorkspaceMap(governor.reading(), opened, mapTokens, clock));
    return new ContextSources(
        rules, path -> rules(governor, path), map.isPresent() ? map.get() : RepositoryMap.NONE);
  }

  /// Ends the making of the map.
  @Override
  public void close() {
    map.ifPresent(WorkspaceMap::close);
  }

  private static double share(Configuration configuration, String key, double usual)
      throws UsageException {
    double share = configuration.number(key).orElse(usual);
    if (share < 0.05 || share > 1) {
      throw configuration.error(key + ": a share from 0.05 to 1, not " + share);
    }
    return share;
  }

  /// What makes room for the next turn is for a chat: a run has one turn.
  private static OptionalDouble compaction(Configuration configuration, SessionHost.SessionUse use)
      throws UsageException {
    double share = share(configuration, "context.compaction_threshold", 0.95);
    return use == SessionHost.SessionUse.CHAT ? OptionalDouble.of(share) : OptionalDouble.empty();
  }

  /// A chat has a limit unless told otherwise, a run only where told.
  private static OptionalInt maxMessages(Configuration configuration, SessionHost.SessionUse use) {
    String key = "context.max_messages";
    long most = configuration.whole(key).orElse(0);
    boolean none =
        most == 0 || (use != SessionHost.SessionUse.CHAT && configuration.isDefault(key));
    return none ? OptionalInt.empty() : OptionalInt.of((int) Math.min(most, Integer.MAX_VALUE));
  }

  private static ContextRules.SummaryAuthor writer(Configuration configuration)
      throws UsageException {
    String word = configuration.text("context.condense").orElse("");
    return switch (word) {
      case "" -> ContextRules.SummaryAuthor.BY_OCCASION;
      case "mechanical" -> ContextRules.SummaryAuthor.MECHANICAL;
      case "model" -> ContextRules.SummaryAuthor.MODEL;
      default ->
          throw configuration.error("context.condense: mechanical or model, not '" + word + "'");
    };
  }

  private static Optional<String> rules(Governor governor, String path) throws IOException {
    try {
      return governor.reading().text(WorkspacePath.of(path)).map(FileContent::text);
    } catch (IllegalArgumentException _) {
      return Optional.empty(); // no plain path
    }
  }
}
