// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.tools.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Scripts of a person's own, and doors at which they are asked.
public record HookDoors(Path directory) {
  /// A script of the person's own, outside of the workspace.
  Path script(String name, String body) {
    try {
      Path file = Files.createDirectories(directory.resolve("hooks")).resolve(name);
      Files.writeString(file, body);
      assertThat(file.toFile().setExecutable(true)).isTrue();
      return file.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Path sh(String name, String body) {
    return script(name, "#!/bin/sh\n" + body + "\n");
  }

  /// A configuration with one handler.
  public static Json.Obj hooks(String event, String matcher, String command, String... more) {
    String further = more.length == 0 ? "" : ", " + more[0];
    return json(
        """
        {"%s": [{"matcher": "%s", "hooks": [{"type": "command", "command": %s%s}]}]}
        """
            .formatted(event, matcher, Json.of(command).write(), further));
  }

  static Json.Obj json(String text) {
    try {
      return JsonReader.readObject(text);
    } catch (JsonException e) {
      throw new IllegalStateException(e);
    }
  }

  public Door door(Json.Obj hooks) {
    return door(hooks, _ -> {});
  }

  Door door(Json.Obj hooks, Consumer<Door.Setup> otherwise) {
    return Door.in(
        directory,
        setup -> {
          setup.hooks = Optional.of(hooks);
          otherwise.accept(setup);
        });
  }

  Door pre(String body) {
    return door(hooks("PreToolUse", "Write", sh("x.sh", body).toString()));
  }

  static String write(Door door) {
    return door.code("write_file", "path", "a.txt", "content", "new\n");
  }
}
