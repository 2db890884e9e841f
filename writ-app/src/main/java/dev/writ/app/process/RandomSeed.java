// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
package dev.writ.app.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// Randomness for ids and pauses, seeded by the system. Not for secrets: the JDK's generator for
/// those costs a cold start several milliseconds, and ids need only be unique.
public final class RandomSeed {
  private static final Path SYSTEM = Path.of("/dev/urandom");

  private RandomSeed() {}

  public static RandomGenerator random() {
    try (InputStream stream = Files.newInputStream(SYSTEM)) {
      return new SplittableRandom(ByteBuffer.wrap(stream.readNBytes(Long.BYTES)).getLong());
    } catch (IOException _) {
      return new SplittableRandom(System.nanoTime() ^ ProcessHandle.current().pid() << 32);
    }
  }
}
