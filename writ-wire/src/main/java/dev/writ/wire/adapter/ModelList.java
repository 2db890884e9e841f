// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.wire.adapter;

import dev.writ.base.json.Json;
import dev.writ.engine.model.ModelCapabilities;
import dev.writ.engine.model.ModelListing;
import dev.writ.engine.model.ModelReply;
import dev.writ.wire.http.HttpExchange;
import dev.writ.wire.http.HttpTransport;
import dev.writ.wire.http.WireException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Reads a provider's list of models.
public final class ModelList {
  private ModelList() {}

  /// A list whose entries state nothing but their names.
  ///
  /// @param member the member of the document that has the entries
  /// @param name the member of an entry that has its name
  public static ModelListing of(
      HttpTransport transport, URI address, KeyRemedy remedy, String member, String name)
      throws InterruptedException {
    return of(
        transport,
        address,
        remedy,
        member,
        entry -> new ModelListing.Entry(entry.text(name).orElse(""), ModelCapabilities.UNKNOWN));
  }

  /// A list whose entries are read by that function; those without a name are left out.
  public static ModelListing of(
      HttpTransport transport,
      URI address,
      KeyRemedy remedy,
      String member,
      Function<Json.Obj, ModelListing.Entry> reading)
      throws InterruptedException {
    try (HttpExchange exchange = transport.get(address)) {
      Json.Obj document = exchange.document();
      if (!(document.get(member).orElse(Json.Obj.EMPTY) instanceof Json.Arr(List<Json> items))) {
        throw exchange.malformed("a document without “" + member + "”");
      }
      AnswerMask mask = new AnswerMask(exchange.key());
      List<ModelListing.Entry> entries = new ArrayList<>();
      for (Json item : items) {
        if (item instanceof Json.Obj entry) {
          ModelListing.Entry read = reading.apply(entry);
          if (!read.name().isEmpty()) {
            entries.add(new ModelListing.Entry(mask.whole(read.name()), read.capabilities()));
          }
        }
      }
      return new ModelListing.ListedModels(entries);
    } catch (WireException e) {
      return new ModelListing.FailedListing(((ModelReply.FailedReply) remedy.failed(e)).trouble());
    }
  }
}
