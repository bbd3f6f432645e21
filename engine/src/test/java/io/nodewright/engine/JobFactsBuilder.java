package io.nodewright.engine;

import io.nodewright.engine.lifecycle.Attempt;
import io.nodewright.engine.lifecycle.InterruptRun;
import io.nodewright.engine.lifecycle.JobFacts;
import io.nodewright.engine.lifecycle.JobKey;
import io.nodewright.engine.lifecycle.JobPhase;
import io.nodewright.engine.lifecycle.JobTemplate;
import io.nodewright.engine.lifecycle.PackageRef;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// A Job as a test wants it to be seen: a new one, or another one with some facts changed.
public final class JobFactsBuilder {

  private JobKey key;
  private final String name;
  private final String uid;
  private String ownerUid;
  private final Instant created;
  private Instant activeSince;
  private JobPhase phase;
  private boolean processed;
  private boolean suspended;
  private boolean deleting;
  private boolean hasTtl;
  private int failedAttempts;
  private final JobTemplate template;
  private SortedSet<PackageRef> covers;
  private int restartAllowance;
  private boolean restartLimitExceeded;
  private SortedSet<String> told;
  private InterruptRun run;
  private List<Attempt> attempts;

  /// A Job that was created and started then, unfinished, with no Pod yet.
  public JobFactsBuilder(JobKey key, String name, String uid, JobTemplate template, Instant then) {
    this(
        new JobFacts(
            key,
            name,
            uid,
            "",
            then,
            then,
            new JobPhase.Unfinished(),
            false,
            false,
            false,
            false,
            0,
            template,
            new TreeSet<>(),
            -1,
            false,
            new TreeSet<>(),
            InterruptRun.NONE,
            List.of()));
  }

  /// Like that one.
  public JobFactsBuilder(JobFacts job) {
    key = job.key();
    name = job.name();
    uid = job.uid();
    ownerUid = job.ownerUid();
    created = job.created();
    activeSince = job.activeSince();
    phase = job.phase();
    processed = job.processed();
    suspended = job.suspended();
    deleting = job.deleting();
    hasTtl = job.hasTtl();
    failedAttempts = job.failedAttempts();
    template = job.template();
    covers = job.covers();
    restartAllowance = job.restartAllowance();
    restartLimitExceeded = job.restartLimitExceeded();
    told = job.told();
    run = job.run();
    attempts = job.attempts();
  }

  public JobFactsBuilder key(JobKey value) {
    key = value;
    return this;
  }

  public JobFactsBuilder ownerUid(String value) {
    ownerUid = value;
    return this;
  }

  public JobFactsBuilder activeSince(Instant value) {
    activeSince = value;
    return this;
  }

  public JobFactsBuilder phase(JobPhase value) {
    phase = value;
    return this;
  }

  public JobFactsBuilder processed(boolean value) {
    processed = value;
    return this;
  }

  public JobFactsBuilder suspended(boolean value) {
    suspended = value;
    return this;
  }

  public JobFactsBuilder deleting(boolean value) {
    deleting = value;
    return this;
  }

  public JobFactsBuilder hasTtl(boolean value) {
    hasTtl = value;
    return this;
  }

  public JobFactsBuilder failedAttempts(int value) {
    failedAttempts = value;
    return this;
  }

  public JobFactsBuilder covers(SortedSet<PackageRef> value) {
    covers = value;
    return this;
  }

  public JobFactsBuilder restartAllowance(int value) {
    restartAllowance = value;
    return this;
  }

  public JobFactsBuilder restartLimitExceeded(boolean value) {
    restartLimitExceeded = value;
    return this;
  }

  public JobFactsBuilder told(SortedSet<String> value) {
    told = value;
    return this;
  }

  public JobFactsBuilder run(InterruptRun value) {
    run = value;
    return this;
  }

  public JobFactsBuilder attempts(List<Attempt> value) {
    attempts = value;
    return this;
  }

  public JobFacts build() {
    return new JobFacts(
        key,
        name,
        uid,
        ownerUid,
        created,
        activeSince,
        phase,
        processed,
        suspended,
        deleting,
        hasTtl,
        failedAttempts,
        template,
        covers,
        restartAllowance,
        restartLimitExceeded,
        told,
        run,
        attempts);
  }
}
