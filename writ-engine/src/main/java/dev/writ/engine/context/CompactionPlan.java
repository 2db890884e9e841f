// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import dev.writ.base.json.Json;
import dev.writ.engine.conversation.ConversationCondensation;
import dev.writ.engine.conversation.ConversationCondensation.MessageCut;
import dev.writ.engine.conversation.ConversationCondensation.MessageReplacement;
import dev.writ.engine.conversation.ConversationEntry;
import dev.writ.engine.model.Message;
import dev.writ.engine.model.TokenCount;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Selects the parts of a view to replace. A plan depends on the view alone, so the same view gives
/// the same plan; a call and its result are replaced together or not at all, and the first request,
/// the present one and pinned texts remain complete.
final class CompactionPlan {
  /// The expected size of a summary while rounds are selected, in tokens.
  private static final int SUMMARY_TOKENS = 150;

  /// A mechanical summary has no more characters than this for each token that is aimed at.
  private static final double SUMMARY_CHARS_PER_TOKEN = 0.5;

  private static final int LEAST_SUMMARY_CHARS = 160;

  private final List<ConversationEntry> entries;
  private final IdentityHashMap<Message, Long> tokens = new IdentityHashMap<>();
  private final ContextPins pins;
  private final long fixed;
  private final double scale;
  private final int summaryChars;

  /// A view after a condensation.
  record CompactionCandidate(
      ConversationCondensation condensation,
      List<ConversationEntry> view,
      long tokens,
      int messages) {}

  /// @param tally the tokens of an entry by its index
  /// @param fixed the tokens before the messages
  CompactionPlan(
      List<ConversationEntry> entries,
      Function<Integer, Long> tally,
      ContextPins pins,
      long fixed) {
    this.entries = entries;
    this.pins = pins;
    this.fixed = fixed;
    this.scale = 1;
    this.summaryChars = Integer.MAX_VALUE;
    for (int i = 0; i < entries.size(); i++) {
      tokens.put(entries.get(i).message(), tally.apply(i));
    }
  }

  private CompactionPlan(CompactionPlan plan, double scale, int summaryChars) {
    this.entries = plan.entries;
    this.pins = plan.pins;
    this.scale = plan.scale * scale;
    this.summaryChars = summaryChars;
    this.fixed = (long) (plan.fixed * scale);
    plan.tokens.forEach((message, count) -> tokens.put(message, (long) (count * scale)));
  }

  /// The same plan, scaled to the number of tokens that the provider reported for the present
  /// request.
  ///
  /// @param goal the number of tokens to reach; it bounds summaries
  CompactionPlan scaledTo(long reported, long goal) {
    double factor = Math.clamp((double) reported / Math.max(1, present()), 1, 2);
    int chars = Math.clamp((long) (goal * SUMMARY_CHARS_PER_TOKEN), LEAST_SUMMARY_CHARS, 1 << 20);
    return new CompactionPlan(this, factor, chars);
  }

  /// The tokens of the view as it is.
  long present() {
    return sum(entries);
  }

  private long sum(List<ConversationEntry> view) {
    long sum = fixed;
    for (ConversationEntry entry : view) {
      Long known = tokens.get(entry.message());
      sum += known == null ? (long) (TokenCount.of(entry.message()) * scale) : known;
    }
    return sum;
  }

  /// The number of the person's messages and of the answers to them in a view. The calls between
  /// them are limited by tokens only.
  static int messages(List<ConversationEntry> view) {
    int count = 0;
    for (ConversationEntry entry : view) {
      count += isMessage(entry) ? 1 : 0;
    }
    return count;
  }

  private static boolean isMessage(ConversationEntry entry) {
    return switch (entry.kind()) {
      case REQUEST, STEER -> true;
      case ANSWER -> !entry.isCalling();
      case NOTE, RESULT, SUMMARY -> false;
    };
  }

  private CompactionCandidate candidate(ConversationCondensation condensation) {
    List<ConversationEntry> view = condensation.applied(entries);
    return new CompactionCandidate(condensation, view, sum(view), messages(view));
  }

  /// Whether a candidate may take the view's place: nothing pinned is missing, and every result
  /// stands behind its call.
  boolean isSound(CompactionCandidate candidate) {
    List<ConversationEntry> kept = new ArrayList<>();
    first().ifPresent(kept::add);
    current().ifPresent(kept::add);
    Set<Message> messages = Collections.newSetFromMap(new IdentityHashMap<>());
    candidate.view().forEach(entry -> messages.add(entry.message()));
    for (ConversationEntry entry : kept) {
      if (!messages.contains(entry.message())) {
        return false;
      }
    }
    return pins.heldBy(candidate.view()) && !splitsPairs(candidate.view());
  }

  private static boolean splitsPairs(List<ConversationEntry> view) {
    List<String> open = new ArrayList<>();
    for (ConversationEntry entry : view) {
      switch (entry.message()) {
        case Message.Assistant said -> {
          if (!open.isEmpty()) {
            return true;
          }
          said.calls().forEach(call -> open.add(call.id()));
        }
        case Message.CallResult answer -> {
          if (!open.remove(answer.callId())) {
            return true;
          }
        }
        case Message.User _ -> {
          if (!open.isEmpty()) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private Optional<ConversationEntry> first() {
    return entries.stream()
        .filter(e -> e.kind() == ConversationEntry.EntryKind.REQUEST)
        .findFirst();
  }

  /// The request that is being worked on.
  private Optional<ConversationEntry> current() {
    return entries.stream()
        .filter(e -> e.kind() == ConversationEntry.EntryKind.REQUEST)
        .reduce((_, last) -> last);
  }

  /// The start of the last rounds.
  ///
  /// @param rounds how many of the last answers stay with their results
  /// @return a place in the session; the messages before it may be replaced
  long boundary(int rounds) {
    int left = rounds;
    for (int i = entries.size() - 1; i >= 0; i--) {
      ConversationEntry entry = entries.get(i);
      if (left == 0 && isRound(entry)) {
        return entry.seq() + 1;
      }
      if (entry.kind() == ConversationEntry.EntryKind.ANSWER && --left == 0) {
        return entry.seq();
      }
    }
    return 0;
  }

  private static boolean isRound(ConversationEntry entry) {
    return entry.kind() == ConversationEntry.EntryKind.ANSWER
        || entry.kind() == ConversationEntry.EntryKind.RESULT;
  }

  /// The start of the last rounds that fit into a number of tokens together with the permanent
  /// texts.
  long boundaryWithin(long most, int leastRounds) {
    long least = boundary(leastRounds);
    long left = most - fixed - SUMMARY_TOKENS * 4L - pinned();
    long at = least;
    for (int i = entries.size() - 1; i >= 0 && left > 0; i--) {
      ConversationEntry entry = entries.get(i);
      left -= tokens.getOrDefault(entry.message(), 0L);
      if (entry.kind() == ConversationEntry.EntryKind.ANSWER && left > 0 && entry.seq() < at) {
        at = entry.seq();
      }
    }
    return at;
  }

  /// The start of the last messages that may remain.
  ///
  /// @param most how many messages of the person and answers stay, but for the last rounds
  long boundaryOfMessages(int most, int leastRounds) {
    int left = most;
    for (ConversationEntry entry : keepers()) {
      left -= entry.seq() < boundary(leastRounds) ? 1 : 0;
    }
    long at = Long.MAX_VALUE;
    for (int i = entries.size() - 1; i >= 0 && left > 0; i--) {
      if (isMessage(entries.get(i))) {
        at = entries.get(i).seq();
        left--;
      }
    }
    return Math.min(at, boundary(leastRounds));
  }

  private long pinned() {
    long sum = TokenCount.of(new Message.User(pins.block(List.of())));
    for (ConversationEntry entry : keepers()) {
      sum += tokens.getOrDefault(entry.message(), 0L);
    }
    return sum;
  }

  private List<ConversationEntry> keepers() {
    List<ConversationEntry> keepers = new ArrayList<>();
    first().ifPresent(keepers::add);
    current().filter(entry -> entry.seq() != keepers.getFirst().seq()).ifPresent(keepers::add);
    return keepers;
  }

  /// Replaces the oldest rounds that contain calls, as many as necessary. Messages without calls
  /// remain.
  ///
  /// @param most the largest number of tokens that the view may have
  /// @param before the place from which on nothing is replaced
  Optional<CompactionCandidate> prune(long most, long before) {
    long excess = present() - most;
    List<List<ConversationEntry>> runs = new ArrayList<>();
    boolean calls = false;
    boolean open = false;
    for (int i = 0; i < entries.size() && entries.get(i).seq() < before; i++) {
      ConversationEntry entry = entries.get(i);
      boolean starts = isCalling(i) || entry.kind() == ConversationEntry.EntryKind.SUMMARY;
      boolean more = entry.kind() == ConversationEntry.EntryKind.RESULT && open;
      if (starts && excess <= 0) {
        break;
      }
      if (starts && !open) {
        runs.add(new ArrayList<>());
        excess += SUMMARY_TOKENS;
      }
      open = starts || more;
      if (open) {
        runs.getLast().add(entry);
        calls |= entry.isCalling();
        excess -= tokens.getOrDefault(entry.message(), 0L);
      }
    }
    runs.removeIf(run -> run.stream().noneMatch(ConversationEntry::isCalling));
    return calls ? Optional.of(replaced(runs, Optional.empty())) : Optional.empty();
  }

  /// Whether it makes calls, or is the note in front of an answer that does.
  private boolean isCalling(int index) {
    ConversationEntry entry = entries.get(index);
    return entry.isCalling()
        || (entry.kind() == ConversationEntry.EntryKind.NOTE
            && index + 1 < entries.size()
            && entries.get(index + 1).isCalling());
  }

  /// The entries before a place that a summary can take the place of.
  List<ConversationEntry> condensable(long from, long before) {
    Set<ConversationEntry> keepers = identical(keepers());
    return entries.stream()
        .filter(e -> from <= e.seq() && e.seq() < before && !keepers.contains(e))
        .toList();
  }

  /// Replaces all that can be replaced in a range by one summary.
  ///
  /// @param summary the summary of a model; empty for a mechanical one
  Optional<CompactionCandidate> condense(long from, long before, Optional<String> summary) {
    List<ConversationEntry> chosen = condensable(from, before);
    if (chosen.isEmpty()
        || chosen.stream().allMatch(e -> e.kind() == ConversationEntry.EntryKind.SUMMARY)) {
      return Optional.empty();
    }
    return Optional.of(replaced(runs(chosen), Optional.of(summary.orElse(""))));
  }

  private static Set<ConversationEntry> identical(List<ConversationEntry> some) {
    Set<ConversationEntry> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(some);
    return set;
  }

  private List<List<ConversationEntry>> runs(List<ConversationEntry> some) {
    Set<ConversationEntry> chosen = identical(some);
    List<List<ConversationEntry>> runs = new ArrayList<>();
    boolean open = false;
    for (ConversationEntry entry : entries) {
      boolean in = chosen.contains(entry);
      if (in && !open) {
        runs.add(new ArrayList<>());
      }
      if (in) {
        runs.getLast().add(entry);
      }
      open = in;
    }
    return runs;
  }

  /// @param together the summary of all runs, which takes the place of the last one, mechanical
  ///     where it is blank; empty where each run has its own
  private CompactionCandidate replaced(
      List<List<ConversationEntry>> runs, Optional<String> together) {
    List<ConversationEntry> all = runs.stream().flatMap(List::stream).toList();
    Set<ConversationEntry> gone = identical(all);
    List<ConversationEntry> kept = entries.stream().filter(entry -> !gone.contains(entry)).toList();
    String block = pins.block(kept);
    List<MessageReplacement> ranges = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      List<ConversationEntry> run = runs.get(i);
      boolean last = i == runs.size() - 1;
      WorkDigest digest = WorkDigest.of(together.isPresent() ? all : run);
      String content =
          together.isPresent() && !last ? "" : (last ? block : "") + digest.text(summaryChars);
      if (last && together.isPresent() && !together.get().isBlank()) {
        digest = WorkDigest.written(all, together.get());
        content = block + together.get();
      }
      ranges.add(
          new MessageReplacement(
              run.getFirst().seq(),
              run.getLast().seq(),
              content,
              content.isEmpty() ? Json.Obj.EMPTY : digest.json()));
    }
    return candidate(new ConversationCondensation(ranges, List.of()));
  }

  /// A condensation that also cuts the long messages that remain to this number of characters.
  /// Messages that always remain are not cut.
  CompactionCandidate truncate(long before, int chars) {
    return briefly().truncated(before, chars);
  }

  /// The same with the shortest summaries. Its tokens are scaled already.
  private CompactionPlan briefly() {
    return new CompactionPlan(this, 1, LEAST_SUMMARY_CHARS);
  }

  private CompactionCandidate truncated(long before, int chars) {
    Set<ConversationEntry> keepers = identical(keepers());
    ConversationCondensation condensed =
        condense(0, before, Optional.empty())
            .map(CompactionCandidate::condensation)
            .orElse(new ConversationCondensation(List.of(), List.of()));
    List<MessageCut> cuts = new ArrayList<>();
    for (ConversationEntry entry : condensed.applied(entries)) {
      boolean cuttable =
          switch (entry.kind()) {
            case RESULT, NOTE, STEER, REQUEST -> true;
            case ANSWER -> !entry.isCalling();
            case SUMMARY -> false;
          };
      if (cuttable && !keepers.contains(entry) && entry.text().length() > chars + chars / 4) {
        cuts.add(new MessageCut(entry.seq(), chars));
      }
    }
    return candidate(new ConversationCondensation(condensed.replaced(), cuts));
  }
}
