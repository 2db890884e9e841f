// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.records.faults;

import dev.writ.records.journal.DiskPort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;

/// Records every operation, and makes one of them go wrong. A file takes at most three bytes at a
/// time.
public final class RecordingDisk implements DiskPort {
  /// How an operation goes wrong.
  public enum Fault {
    /// It is not performed, and fails.
    FAIL,
    /// It fails; bytes may have been written, forced or cut nevertheless.
    FAIL_LATE,
    /// It ends by an error of the machine, such as too little memory.
    ERROR,
    /// The thread that armed the disk is interrupted before it.
    INTERRUPT,
    /// The same before it and before each operation behind it.
    INTERRUPTS,
    /// It is not performed, nor is any operation behind it.
    CRASH,
    /// It is not performed, and from then on the disk of the workspace takes nothing more; the one
    /// of the person's data does.
    FULL;

    /// Whether operations are performed and only the thread that waits for them is disturbed.
    public boolean isInterrupt() {
      return this == INTERRUPT || this == INTERRUPTS;
    }
  }

  /// An operation that was performed.
  public record Step(Operation operation, String place) {}

  /// Part of the name of the directory that tests keep a person's data in.
  private static final String DATA = "/data/";

  private final List<Step> steps = new ArrayList<>();
  private Fault fault = Fault.FAIL;
  private Thread user = Thread.currentThread();
  private int left;
  private boolean dead;

  /// Makes the n-th operation from now on go wrong.
  public synchronized void arm(Fault what, int n) {
    fault = what;
    user = Thread.currentThread();
    left = n;
    steps.clear();
  }

  /// The same for the process that comes after a dead one.
  public synchronized void revive(Fault what, int n) {
    dead = false;
    arm(what, n);
  }

  /// Whether the fault has happened.
  public synchronized boolean happened() {
    return left <= 0;
  }

  /// The operations performed since the disk was last armed.
  public synchronized List<Step> steps() {
    return List.copyOf(steps);
  }

  /// The operations that are not performed; also those of which half makes no sense.
  private boolean fails(Operation operation) {
    boolean whole =
        switch (operation) {
          case CREATE, RENAME, LOCK, DELETE -> true;
          case WRITE, FORCE, TRUNCATE -> false;
        };
    return fault == Fault.FAIL || fault == Fault.FULL || (fault == Fault.FAIL_LATE && whole);
  }

  private synchronized boolean isFull(Operation operation, Object place) {
    boolean takesSpace = operation == Operation.WRITE || operation == Operation.CREATE;
    return fault == Fault.FULL && left <= 0 && takesSpace && !String.valueOf(place).contains(DATA);
  }

  @Override
  public void write(WritableByteChannel file, ByteBuffer bytes, Object place) throws IOException {
    DiskPort.super.write(new SlowChannel(file), bytes, place);
  }

  @Override
  public void perform(Operation operation, Object place, Action action) throws IOException {
    boolean now;
    boolean interrupts;
    synchronized (this) {
      now = left > 0 && --left == 0;
      interrupts = left <= 0 && fault == Fault.INTERRUPTS;
      dead |= now && fault == Fault.CRASH;
    }
    if (dead || (now && fails(operation)) || isFull(operation, place)) {
      throw new IOException("injected: " + operation + " " + place);
    }
    if (now && fault == Fault.ERROR) {
      throw new InternalError("injected: " + operation + " " + place);
    }
    if (interrupts || (now && fault == Fault.INTERRUPT)) {
      user.interrupt();
    }
    if (operation != Operation.FORCE) {
      action.run(); // nothing here outlives the power of this machine
    }
    synchronized (this) {
      steps.add(new Step(operation, String.valueOf(place)));
    }
    if (now && fault == Fault.FAIL_LATE) {
      throw new IOException("injected after: " + operation + " " + place);
    }
  }

  /// @param file what takes the bytes
  private record SlowChannel(WritableByteChannel file) implements WritableByteChannel {
    @Override
    public int write(ByteBuffer bytes) throws IOException {
      int length = Math.min(bytes.remaining(), 1 + bytes.position() % 3);
      int written = file.write(bytes.slice(bytes.position(), length));
      bytes.position(bytes.position() + written);
      return written;
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
