// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import dev.writ.engine.model.PersonImage;
import java.util.ArrayList;
import java.util.List;

/// Images in a `user` event.
final class ImageRecords {
  private ImageRecords() {}

  static Json.Arr written(List<PersonImage> images) {
    List<Json> written = new ArrayList<>();
    for (PersonImage image : images) {
      written.add(
          Json.object().put("media_type", image.mediaType()).put("data", image.base64()).build());
    }
    return new Json.Arr(written);
  }

  static List<PersonImage> read(List<Json> written) {
    List<PersonImage> images = new ArrayList<>();
    for (Json item : written) {
      if (item instanceof Json.Obj image) {
        images.add(
            new PersonImage(image.text("media_type").orElse(""), image.text("data").orElse("")));
      }
    }
    return images;
  }
}
