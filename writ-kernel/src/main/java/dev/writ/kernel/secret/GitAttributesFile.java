// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.kernel.secret;

import dev.writ.base.scope.RecordDirectories;
import dev.writ.base.value.ContentHash;
import dev.writ.kernel.policy.ProtectedNames;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The files by which every Git in a sandbox omits contents of secret files and of Writ's journals,
/// both from its history and the working tree (gitattributes(5)), and ignores Writ's untracked
/// files in a project and what the person's own lists ignore (gitignore(5)).
///
/// @param data Writ's directory among the person's data
public record GitAttributesFile(Path data) {
  private static final String NAME = "git-attributes";
  private static final String EXCLUDES = "git-excludes-";
  private static final int NAMED_BY = 16;

  /// A line of a journal is longer than most differences, and of no interest to a model.
  private static final String RECORDS = "**/.orchestration/*.jsonl -diff\n";

  private Path attributes() {
    return data.resolve(NAME);
  }

  /// The files that every Git of a line obeys, and the settings that name them.
  record GitObeyed(List<Path> files, GitSettings settings) {
    static final GitObeyed NONE = new GitObeyed(List.of(), GitSettings.NONE);

    GitObeyed {
      files = List.copyOf(files);
    }

    private GitObeyed and(String setting, Path file) {
      List<Path> more = new ArrayList<>(files);
      more.add(file);
      return new GitObeyed(more, settings.and(Map.of(setting, file.toString())));
    }
  }

  /// Writes them unless they are there.
  ///
  /// @param omitting whether contents of secret files are omitted, too
  /// @param ignores the lines of the person's own lists, each byte as a character
  GitObeyed prepare(boolean omitting, String ignores) throws IOException {
    byte[] lines = Contents.excludes(ignores);
    String hash = ContentHash.of(new String(lines, StandardCharsets.ISO_8859_1));
    int named = hash.indexOf(':') + 1;
    Path excludes = data.resolve(EXCLUDES + hash.substring(named, named + NAMED_BY));
    prepare(excludes, lines);
    GitObeyed obeyed = GitObeyed.NONE.and("core.excludesFile", excludes);
    if (omitting) {
      prepare(attributes(), Contents.ATTRIBUTES);
      return obeyed.and("core.attributesFile", attributes());
    }
    return obeyed;
  }

  /// What they say; the first always the same: made once, when the first command needs it.
  private static final class Contents {
    static final byte[] ATTRIBUTES = bytes(RECORDS + ProtectedNames.gitAttributes());
    private static final String OWN = String.join("/\n", RecordDirectories.NAMES) + "/\n";

    static byte[] excludes(String ignores) {
      return (ignores + OWN).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }

  private void prepare(Path path, byte[] wanted) throws IOException {
    if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(Files.readAllBytes(path), wanted)) {
      return;
    }
    Files.createDirectories(data, PosixFilePermissions.asFileAttribute(Journal.PRIVATE_DIRECTORY));
    Path fresh = Files.createTempFile(data, NAME, "");
    Files.write(fresh, wanted);
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
