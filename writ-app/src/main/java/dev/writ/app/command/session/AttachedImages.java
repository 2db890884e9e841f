// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.app.command.session;

import dev.writ.app.cli.UsageException;
import dev.writ.app.host.SessionHost;
import dev.writ.base.json.Json;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.engine.model.PersonImage;
import dev.writ.kernel.call.ToolCall;
import dev.writ.kernel.tool.GateJudgement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Images of the workspace that a person's message names as `@shot.png`. One goes to the model
/// only where the model could read that file itself.
///
/// @param below where the person stands in the workspace
public record AttachedImages(SessionHost host, Optional<Path> below) {
  /// Not the ending of names for denser screens, of which people speak: `@2x.png`.
  private static final Pattern MENTION =
      Pattern.compile(
          "(?<!\\S)@(?:\"([^\"]+\\.(?:png|jpe?g|gif|webp))\""
              + "|(?!\\d+(?:\\.\\d+)?x\\.)(\\S+\\.(?:png|jpe?g|gif|webp)))(?!\\w)",
          Pattern.CASE_INSENSITIVE);
  private static final int MAX_IMAGES = 20;
  private static final int MAX_BYTES = 5 * 1024 * 1024;
  private static final int MARK_BYTES = 12;

  /// The images that a message names.
  ///
  /// @throws UsageException where one can't be sent, with the reason
  public List<PersonImage> of(String message) throws UsageException, IOException {
    if (message.indexOf('@') < 0) {
      return List.of();
    }
    List<PersonImage> images = new ArrayList<>();
    Matcher mention = MENTION.matcher(message);
    while (mention.find()) {
      if (images.size() == MAX_IMAGES) {
        throw new UsageException("a message has at most " + MAX_IMAGES + " images");
      }
      String name = mention.group(1) == null ? mention.group(2) : mention.group(1);
      images.add(image(name));
    }
    return images;
  }

  private PersonImage image(String name) throws UsageException, IOException {
    String place = below.map(directory -> directory.resolve(name).toString()).orElse(name);
    Optional<String> objection = objection(place);
    if (objection.isPresent()) {
      throw new UsageException("@" + name + ": " + objection.get());
    }
    FileContent content =
        path(place)
            .flatMap(this::content)
            .orElseThrow(() -> new UsageException("@" + name + ": there is no such file"));
    if (content.size() > MAX_BYTES) {
      throw new UsageException("@" + name + ": an image has at most 5 MiB");
    }
    byte[] bytes = content.bytes();
    String type =
        type(bytes)
            .orElseThrow(
                () ->
                    new UsageException(
                        "@" + name + ": this file is not a PNG, JPEG, GIF or WebP image"));
    return new PersonImage(type, Base64.getEncoder().encodeToString(bytes));
  }

  /// Why the model could not read that file itself: it is outside, hidden, or would be asked for.
  private Optional<String> objection(String place) {
    String arguments = Json.object().put("path", place).build().write();
    try {
      GateJudgement judged =
          host.governor()
              .gate()
              .judge(new ToolCall("image", "read_file", arguments), host.sessionState());
      return judged
          .refused()
          .map(error -> "" + error.message())
          .or(
              () ->
                  judged.asks().isEmpty()
                      ? Optional.empty()
                      : Optional.of("this file is not read without a question"));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.of("it was not read: interrupted");
    }
  }

  private static Optional<WorkspacePath> path(String place) {
    try {
      return Optional.of(WorkspacePath.of(Path.of(place).normalize().toString()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private Optional<FileContent> content(WorkspacePath path) {
    try {
      return host.governor().reading().file(path);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// The image type from the first bytes; a name is not evidence.
  private static Optional<String> type(byte[] bytes) {
    String mark =
        new String(bytes, 0, Math.min(bytes.length, MARK_BYTES), StandardCharsets.ISO_8859_1);
    if (mark.startsWith("\u0089PNG\r\n")) {
      return Optional.of("image/png");
    }
    if (mark.startsWith("\u00ff\u00d8\u00ff")) {
      return Optional.of("image/jpeg");
    }
    if (mark.toUpperCase(Locale.ROOT).startsWith("GIF8")) {
      return Optional.of("image/gif");
    }
    return mark.startsWith("RIFF") && mark.endsWith("WEBP")
        ? Optional.of("image/webp")
        : Optional.empty();
  }
}
