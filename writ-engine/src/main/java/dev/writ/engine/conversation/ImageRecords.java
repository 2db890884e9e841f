// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.conversation;

import dev.writ.engine.model.Image;
import dev.writ.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Images in a `user` event.
final class ImageRecords {
  private ImageRecords() {}

  static Json.Arr written(List<Image> images) {
    List<Json> written = new ArrayList<>();
    for (Image image : images) {
      written.add(
          Json.object().put("media_type", image.mediaType()).put("data", image.base64()).build());
    }
    return new Json.Arr(written);
  }

  static List<Image> read(List<Json> written) {
    List<Image> images = new ArrayList<>();
    for (Json item : written) {
      if (item instanceof Json.Obj image) {
        images.add(new Image(image.text("media_type").orElse(""), image.text("data").orElse("")));
      }
    }
    return images;
  }
}
