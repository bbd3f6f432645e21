package io.nodewright.operator.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.nodewright.api.seen.Origin;
import io.nodewright.api.seen.ViewChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Whose version wins (design "Read your writes").
class TrimmedCacheTest {

  private final List<String> told = new ArrayList<>();
  private final TrimmedCache<ConfigMap, String> cache =
      new TrimmedCache<>(
          new Words(),
          new TrimmedCache.Listener<>() {
            @Override
            public void changed(ViewChange<String> change, Origin origin) {
              told.add(origin + " " + change);
            }

            @Override
            public void doubted(String view) {
              told.add("doubted " + view);
            }
          });

  @Test
  void keepsAViewAndTellsOfIt() {
    watched(anObject("10", "a"));

    assertEquals(Optional.of("a"), cache.view("name"));
    assertEquals(List.of("WATCHED Appeared[now=a]"), told);
  }

  @Test
  void aVersionWithoutMeaningTellsNothingAndKeepsTheViewItself() {
    watched(anObject("10", "a"));
    var before = cache.views();
    told.clear();

    watched(anObject("11", "a"));

    assertSame(before, cache.views());
    assertEquals(List.of(), told);
  }

  @Test
  void aStaleEventNeverOverwritesAnOwnWrite() {
    watched(anObject("10", "a"));
    cache.answered(anObject("12", "ours"));
    told.clear();

    watched(anObject("11", "theirs, before ours"));
    assertEquals(Optional.of("ours"), cache.view("name"));
    watched(anObject("12", "ours"));
    assertEquals(List.of(), told);

    watched(anObject("13", "theirs, after ours"));
    assertEquals(Optional.of("theirs, after ours"), cache.view("name"));
  }

  @Test
  void anAnswerOlderThanTheWatchChangesNothing() {
    watched(anObject("12", "newer"));
    cache.answered(anObject("11", "older"));

    assertEquals(Optional.of("newer"), cache.view("name"));
  }

  @Test
  void versionsAreNumbers() {
    watched(anObject("9", "older"));
    watched(anObject("10", "newer"));

    assertEquals(Optional.of("newer"), cache.view("name"));
  }

  @Test
  void aDeletionGoesWithWhatTheWatchSaw() {
    watched(anObject("10", "a"));
    cache.remove("name");

    assertEquals(Optional.empty(), cache.view("name"));
    assertEquals("WATCHED Gone[before=a]", told.getLast());
  }

  @Test
  void aDeletionOfAnOlderObjectLeavesTheOneCreatedUnderItsName() {
    watched(anObject("10", "old"));
    cache.answered(withUid(anObject("20", "new"), "second"));

    cache.remove("name"); // the watch tells of the first one's end

    assertEquals(Optional.of("new"), cache.view("name"));
    watched(withUid(anObject("20", "new"), "second"));
    assertEquals(Optional.of("new"), cache.view("name"));
    cache.remove("name");
    assertEquals(Optional.empty(), cache.view("name"));
  }

  @Test
  void anObjectThatTheApiServerDoesNotKnowStaysGone() {
    watched(anObject("10", "a"));
    cache.answeredGone("name", "first");

    watched(anObject("11", "an event that was on its way"));
    assertEquals(Optional.empty(), cache.view("name"));
    cache.remove("name");
    watched(withUid(anObject("30", "another"), "second"));
    assertEquals(Optional.of("another"), cache.view("name"));
  }

  @Test
  void gonenessIsOfOneObjectNotOfItsName() {
    watched(withUid(anObject("10", "a"), "second"));
    cache.answeredGone("name", "first");

    assertEquals(Optional.of("a"), cache.view("name"));
  }

  @Test
  void aListEndsWhatWasCreatedBeforeAndIsNotInIt() {
    cache.answered(anObject("10", "created, then deleted by others"));
    cache.answered(named(anObject("30", "created after the list"), "later"));

    cache.listed("20");

    assertEquals(Optional.empty(), cache.view("name"));
    assertEquals(Optional.of("created after the list"), cache.view("later"));
  }

  @Test
  void whatMayNotVanishStaysUntilTheApiServerWasAsked() {
    watched(anObject("10", "held"));
    told.clear();

    assertNull(cache.remove("name")); // nothing for the informer to tell of
    cache.remove("name");

    assertEquals(Optional.of("held"), cache.view("name"));
    assertEquals(List.of("name"), cache.keySet().toList());
    assertEquals(List.of("doubted held"), told);
  }

  @Test
  void whatIsThereWhenAskedIsDoubtedAnewTheNextTime() {
    watched(anObject("10", "held"));
    cache.remove("name");
    cache.answered(anObject("10", "held"));
    assertEquals(Optional.of("held"), cache.view("name"));
    told.clear();

    cache.remove("name");

    assertEquals(List.of("doubted held"), told);
  }

  @Test
  void whatTheWatchShowsAgainIsDoubtedAnewTheNextTime() {
    watched(anObject("10", "held"));
    cache.remove("name");
    watched(anObject("10", "held"));
    told.clear();

    cache.remove("name");

    assertEquals(List.of("doubted held"), told);
  }

  @Test
  void whatIsGoneWhenAskedLeavesNothingBehind() {
    watched(anObject("10", "held"));
    cache.remove("name");
    told.clear();

    cache.answeredGone("name", "first");

    assertEquals(List.of("ANSWERED Gone[before=held]"), told);
    assertEquals(0, cache.size());
    watched(withUid(anObject("30", "another"), "second"));
    assertEquals(Optional.of("another"), cache.view("name"));
  }

  @Test
  void theInformerFindsOnlyWhatItPut() {
    cache.answered(anObject("10", "ours alone"));
    assertEquals(List.of(), cache.keySet().toList());
    assertEquals(0, cache.size());

    watched(anObject("10", "ours alone"));

    assertEquals(List.of("name"), cache.keySet().toList());
    assertEquals("10", cache.values().toList().getFirst().getMetadata().getResourceVersion());
    assertEquals("first", cache.values().toList().getFirst().getMetadata().getUid());
  }

  @Test
  void anObjectThatIsNoneOfOursIsOnlyBookkeeping() {
    watched(anObject("10", ""));

    assertEquals(1, cache.size());
    assertEquals(Optional.empty(), cache.view("name"));
    assertEquals(List.of(), told);
  }

  private void watched(ConfigMap object) {
    cache.put(cache.getKey(object), object);
  }

  private static ConfigMap anObject(String version, String word) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("name")
        .withUid("first")
        .withResourceVersion(version)
        .endMetadata()
        .addToData("word", word)
        .build();
  }

  private static ConfigMap withUid(ConfigMap object, String uid) {
    object.getMetadata().setUid(uid);
    return object;
  }

  private static ConfigMap named(ConfigMap object, String name) {
    object.getMetadata().setName(name);
    return object;
  }

  /// Sees one word; an empty one is none of ours, and `held` may not vanish.
  private static final class Words implements ViewKind<ConfigMap, String> {
    @Override
    public ConfigMap empty() {
      return new ConfigMap();
    }

    @Override
    public Optional<String> view(ConfigMap object) {
      return Optional.ofNullable(object.getData().get("word")).filter(word -> !word.isEmpty());
    }

    @Override
    public boolean mayVanish(String view) {
      return !view.equals("held");
    }

    @Override
    public Difference difference(String before, String now) {
      return before.equals(now) ? Difference.NONE : Difference.MEANING;
    }
  }
}
