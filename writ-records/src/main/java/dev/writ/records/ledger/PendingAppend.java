// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.records.ledger;

import dev.writ.base.value.ContentHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A record on its way into the ledger. Made by the thread that appends it, and given its place by
/// that thread or by another one that writes for both; then only one of them uses it at a time.
public final class PendingAppend {
  private final String session;
  private final String id;
  private final byte[] begin;
  private final MessageDigest digest = ContentHash.digest();
  private Thread thread = Thread.currentThread();
  private volatile boolean ended;
  private boolean forced;
  private @Nullable AppendedRecord appended;
  private @Nullable IOException failure;

  /// @param record without its chain
  PendingAppend(String session, String id, String record) {
    this.session = session;
    this.id = id;
    String open = record.substring(0, record.length() - 1) + ",\"chain\":{\"writer\":";
    this.begin = open.getBytes(StandardCharsets.UTF_8);
    digest.update(begin); // the longest part to hash: no thread waits for it here
  }

  String session() {
    return session;
  }

  String id() {
    return id;
  }

  /// The line up to the name of its writer.
  byte[] begin() {
    return begin;
  }

  /// The SHA-256 that was given [#begin()] and nothing more, for one use.
  MessageDigest digest() {
    return digest;
  }

  /// It has its place.
  void placed(AppendedRecord place) {
    appended = place;
  }

  /// It is on disk, if it has a place.
  void forced() {
    forced = true;
  }

  /// It could not be written. The first report applies.
  void fail(IOException why) {
    if (failure == null) {
      failure = why;
    }
  }

  /// It was written, but could not be forced to disk.
  ///
  /// @param stands whether it is still there
  void unforced(IOException why, boolean stands) {
    fail(stands && appended != null ? new Ledger.StandingException(appended, why) : why);
  }

  /// Its position in the ledger.
  ///
  /// @throws IOException where it is not, or may be lost
  AppendedRecord result() throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (appended == null || !forced) {
      throw new IllegalStateException(
          "it was not appended"); // the thread that wrote for it has failed
    }
    return appended;
  }

  /// This thread waits for it.
  void waits() {
    thread = Thread.currentThread();
  }

  /// Only the waiting thread still uses it.
  void end() {
    ended = true;
    wake();
  }

  boolean ended() {
    return ended;
  }

  /// Ends the waiting of that thread, or lets it look who writes next.
  void wake() {
    if (!thread.equals(Thread.currentThread())) {
      LockSupport.unpark(thread);
    }
  }
}
