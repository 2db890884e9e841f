// Implements: docs/spec/05-providers.md §5.4 (Plug-ins)
package dev.writ.wire.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.ModelId;
import dev.writ.engine.model.ModelReply;
import dev.writ.engine.model.ModelReply.ProviderError;
import dev.writ.engine.model.ModelReply.ProviderError.ProviderErrorKind;
import dev.writ.engine.model.Prompt;
import dev.writ.wire.adapter.KeyRemedy;
import dev.writ.wire.adapter.RequestTuning;
import dev.writ.wire.http.NetworkSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The permitted places of a plug-in: not in a project, where models write.
final class PluginPlacesTest {
  private static final Prompt PROMPT =
      new Prompt("You are Writ.", List.of(), List.of(new Message.User("What is in a.txt?")));

  /// A model could write it, and Writ would start it outside of the sandbox.
  @Test
  void aProgramWhereModelsWriteIsNotStarted(@TempDir Path directory) throws Exception {
    Path project = Files.createDirectories(directory.resolve("project/sub"));
    Path away = Files.createDirectories(directory.resolve("away"));
    Path script = project.resolve("plugin.sh");
    Files.writeString(script, "#!/bin/sh\n: > " + away.resolve("ran") + "\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Path inside = Files.createSymbolicLink(away.resolve("link"), script);
    Path over = Files.createSymbolicLink(away.resolve("over"), Path.of("link"));
    Path through = Files.createSymbolicLink(project.resolve("through"), away);
    Path up = Files.createSymbolicLink(away.resolve("up"), Path.of("../project"));
    String relative = Path.of("/").relativize(script).toString();
    for (List<String> words :
        List.of(
            List.of(script.toString()),
            List.of(project + "/../sub/./plugin.sh"),
            List.of(inside.toString()),
            List.of(over.toString()),
            List.of(through + "/link"),
            List.of(up + "/sub/plugin.sh"),
            List.of("/bin/sh", script.toString()),
            List.of("/bin/sh", relative),
            List.of("/usr/bin/env", "-i", "sh", over.toString()),
            List.of("/usr/bin/env", "X=" + script, "sh"),
            List.of("/bin/sh", "--script=" + script),
            List.of("/bin/sh", "-I" + project),
            List.of("/bin/sh", project + "/not-yet.sh"))) {
      ProviderError trouble = trouble(model(words, directory.resolve("project")));
      assertThat(trouble.kind()).as(words.toString()).isEqualTo(ProviderErrorKind.REJECTED);
      assertThat(trouble.message())
          .as(words.toString())
          .contains("is not started", "leads into the project", "move it out");
    }
    assertThat(away.resolve("ran")).doesNotExist();
    Path beside = Files.copy(script, away.resolve("plugin.sh"));
    reply(model(List.of("/bin/sh", beside.toString()), directory.resolve("project")));
    assertThat(away.resolve("ran")).exists();
  }

  /// Its interpreter may be looked for there, too.
  @Test
  void itsSearchPathHasNothingWhereModelsWrite(@TempDir Path directory) throws Exception {
    Path project = Files.createDirectories(directory.resolve("project/bin"));
    PluginCommand command =
        new PluginCommand(List.of("/bin/sh"), List.of()).outside(directory.resolve("project"));
    assertThat(command.environment(Map.of("PATH", project + ":/usr/bin:.:bin::/bin")))
        .containsEntry("PATH", "/usr/bin:/bin");
  }

  private static ProviderError trouble(PluginModel model) throws Exception {
    return ((ModelReply.FailedReply) reply(model)).trouble();
  }

  private static ModelReply reply(PluginModel model) throws Exception {
    try (AutoCloseable _ = model::close) {
      return model.reply(PROMPT, _ -> {});
    }
  }

  private static PluginModel model(List<String> words, Path workspace) {
    return new PluginModel(
        new ModelId("stub", "m"),
        new PluginCommand(words, List.of()).outside(workspace),
        NetworkSettings.plain(InstantSource.system()),
        null,
        RequestTuning.NONE,
        new KeyRemedy("", /* demandsKey= */ false));
  }
}
