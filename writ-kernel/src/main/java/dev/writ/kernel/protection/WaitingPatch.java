// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.protection;

import dev.writ.base.scope.WorkspacePath;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A patch that a stopped `git am` or `git rebase --apply` keeps for a later step (git-am(1)):
/// nobody judges then what it brings.
///
/// @param text as the file holds it: a mail with a difference in it
public record WaitingPatch(String text) {
  /// Lines that say which files a difference is about (git-diff(1), extended headers).
  private static final Pattern HEADER =
      Pattern.compile("(?m)^(?:diff --git|\\+\\+\\+|---|(?:rename|copy) (?:to|from)) (.*)$");

  /// What keeps it from being read as it is: an encoded mail, a mail of parts, quoted names.
  private static final Pattern UNREADABLE =
      Pattern.compile(
          "(?im)^content-transfer-encoding:\\s*(?![78]bit)|^content-type:\\s*multipart"
              + "|^(?:diff --git|\\+\\+\\+|---|(?:rename|copy) (?:to|from)) .*\"");

  private static final String LINK = "mode 120000";

  /// Whether nobody can say what it brings.
  public boolean isUnreadable() {
    return UNREADABLE.matcher(text).find();
  }

  /// Whether it brings symbolic links.
  public boolean hasLinks() {
    return text.contains(LINK);
  }

  /// The places that it may be about: each name also without the directories before it, of which
  /// Git leaves out as many as it is told.
  public Set<WorkspacePath> places(WorkspacePath workTree) {
    Set<WorkspacePath> places = new LinkedHashSet<>();
    Matcher header = HEADER.matcher(text);
    while (header.find()) {
      for (String name : header.group(1).split("[ \t]", -1)) {
        List<String> segments = List.of(name.split("/", -1));
        for (int from = 0; from < segments.size(); from++) {
          add(workTree, segments.subList(from, segments.size()), places);
        }
      }
    }
    return places;
  }

  private static void add(
      WorkspacePath workTree, List<String> segments, Set<WorkspacePath> places) {
    try {
      WorkspacePath place = workTree;
      for (String segment : segments) {
        place = place.child(segment);
      }
      places.add(place);
    } catch (IllegalArgumentException _) {
      // no name of a file
    }
  }

  /// Whether one of the places is a part of what makes a directory a repository.
  public boolean hasPartsOfRepositories(Set<WorkspacePath> places) {
    return places.stream().anyMatch(place -> RepositoryShape.isPart(place.name()));
  }
}
