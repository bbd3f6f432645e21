package io.nodewright.engine.drain;

import io.nodewright.engine.drain.PodView.Controller;
import io.nodewright.engine.rollout.Toleration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A running pod of a Deployment on node `n1`, that a drain evicts; each thing that a test sets
/// matters.
public final class PodBuilder {

  private final String name;
  private String namespace = "default";
  private String node = "n1";
  private final SortedMap<String, String> labels = new TreeMap<>();
  private boolean finished;
  private boolean mirror;
  private boolean staysOnCordoned;
  private boolean ofPackage;
  private Controller controller = Controller.OTHER;
  private boolean terminating;
  private boolean emptyDir;

  private PodBuilder(String name) {
    this.name = name;
  }

  public static PodBuilder aPod(String name) {
    return new PodBuilder(name);
  }

  public PodBuilder in(String wanted) {
    namespace = wanted;
    return this;
  }

  public PodBuilder on(String wanted) {
    node = wanted;
    return this;
  }

  public PodBuilder label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  public PodBuilder finished() {
    finished = true;
    return this;
  }

  public PodBuilder mirror() {
    mirror = true;
    return this;
  }

  public PodBuilder tolerating(String key, String operator, String effect) {
    staysOnCordoned =
        PodView.tolerateCordon(
            List.of(new Toleration(key, operator, "", effect, Toleration.FOR_EVER)));
    return this;
  }

  public PodBuilder ofPackage() {
    ofPackage = true;
    return this;
  }

  public PodBuilder daemonSet() {
    controller = Controller.DAEMON_SET;
    return this;
  }

  public PodBuilder bare() {
    controller = Controller.NONE;
    return this;
  }

  public PodBuilder terminating() {
    terminating = true;
    return this;
  }

  public PodBuilder emptyDir() {
    emptyDir = true;
    return this;
  }

  public PodView build() {
    return new PodView(
        new PodRef(namespace, name, "uid-" + name),
        node,
        labels,
        finished,
        mirror,
        staysOnCordoned,
        ofPackage,
        controller,
        terminating,
        emptyDir);
  }
}
