// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.verify;

import dev.writ.base.value.ContentHash;
import dev.writ.records.form.ChainLink;
import dev.writ.records.ledger.ChainContinuation;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Who made the records of a ledger, as far as the audit log of this machine knows: counted while
/// they are verified. A record is known by the hash of its line, never by its id or its writer,
/// which anybody can write.
public final class RecordOrigins implements Consumer<ChainLink> {
  private final Map<String, String> places;
  private final Set<String> sessions;
  private final String here;
  private final SortedMap<String, Integer> elsewhere = new TreeMap<>();
  private int unknown;
  private int others;

  /// Counts nothing yet.
  ///
  /// @param places where this person's sessions made records, by the hashes of their lines
  /// @param sessions those sessions
  /// @param here the workspace
  public RecordOrigins(Map<String, String> places, Set<String> sessions, String here) {
    this.places = places;
    this.sessions = sessions;
    this.here = here;
  }

  @Override
  public void accept(ChainLink link) {
    String place = places.get(ContentHash.written(link.hash()));
    if (place == null) {
      if (sessions.contains(ChainContinuation.session(link.writer()))) {
        unknown++;
      } else {
        others++;
      }
    } else if (!place.equals(here)) {
      elsewhere.merge(place, 1, Integer::sum);
    }
  }

  /// How many stand there in the name of this person's sessions, whose audit log doesn't have them.
  public int unknown() {
    return unknown;
  }

  /// How many another person made, or this one on another machine.
  public int others() {
    return others;
  }

  /// How many were made in which other directory of this machine.
  public SortedMap<String, Integer> elsewhere() {
    return elsewhere;
  }

  /// How many more were made in such a directory, and are not here.
  public int lacking(String place) {
    return Collections.frequency(places.values(), place) - elsewhere.getOrDefault(place, 0);
  }
}
