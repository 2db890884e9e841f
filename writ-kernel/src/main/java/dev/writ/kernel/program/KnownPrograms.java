// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import dev.writ.base.value.ContentHash;
import dev.writ.command.language.Command;
import dev.writ.command.language.CommandLine;
import dev.writ.command.language.SystemProgram;
import dev.writ.command.unwrap.CommandUnwrapping;
import dev.writ.command.unwrap.InnerCommand;
import dev.writ.pack.file.LoadedPack;
import dev.writ.pack.file.PackRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/// Compares the programs of a line with the SHA-256 hashes in their packs, if a pack has any
/// (`safety.verify_binaries`). Read again each time: a cached result would be easy to falsify.
public final class KnownPrograms {
  private static final int CHUNK_BYTES = 1 << 16;

  private final PackRegistry packs;
  private final ProgramEnvironment programs;

  /// A comparison by those packs.
  public KnownPrograms(PackRegistry packs, ProgramEnvironment programs) {
    this.packs = packs;
    this.programs = programs;
  }

  /// Looks at all programs of a line before the first one runs, whatever they are wrapped in.
  ///
  /// @throws UnknownProgramException if one is another program than its pack knows
  /// @throws IOException if one can't be read
  public void check(CommandLine line) throws IOException {
    for (Command command : line.commands()) {
      for (InnerCommand inner : CommandUnwrapping.of(command)) {
        check(inner.command().program());
      }
    }
  }

  private void check(String name) throws IOException {
    Set<String> known =
        packs.of(name) instanceof LoadedPack.Active active
            ? active.pack().title().digests()
            : Set.of();
    Optional<Path> program =
        SystemProgram.isPath(name) ? Optional.of(Path.of(name)) : programs.find(name);
    if (known.isEmpty() || program.isEmpty()) {
      return; // who starts it says that it is missing
    }
    Path real = program.get().toRealPath();
    String digest = digest(real);
    if (!known.contains(digest)) {
      throw new UnknownProgramException(
          "%s (SHA-256 %s) is not one of the programs that the pack of %s describes"
              .formatted(real, digest, SystemProgram.name(name)));
    }
  }

  private static String digest(Path program) throws IOException {
    MessageDigest digest = ContentHash.digest();
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream in = Files.newInputStream(program)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        digest.update(chunk, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
