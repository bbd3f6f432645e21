package io.nodewright.simulation.invariant;

import io.nodewright.simulation.operator.Writer;
import io.nodewright.simulation.server.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// One leader: a process whose lease ran out decides no write that is stored. What it had decided
/// before may still land, and its fence may be as late as the run says.
final class OneLeader implements Invariant {

  private final List<Reign> reigns = new ArrayList<>();

  @Override
  public String id() {
    return "one-leader";
  }

  @Override
  public void changed(Moment moment, Change<?> change, Findings findings) {
    if (!Moment.byOperator(change)) {
      return;
    }
    String process = Writer.process(change.who());
    int place = place(process);
    if (place < 0) {
      reigns.add(new Reign(process, change.at()));
    } else if (place < reigns.size() - 1) {
      findings.judged(id());
      Reign next = reigns.get(place + 1);
      if (moment.decidedAt().isAfter(next.since.plus(moment.lag()))) {
        findings.violated(
            id(),
            moment.at(),
            "%s writes %s %s, decided at %s, though %s leads since %s"
                .formatted(
                    process,
                    change.kind().name(),
                    change.name(),
                    moment.decidedAt(),
                    next.process,
                    next.since));
      }
    }
  }

  private int place(String process) {
    for (int i = 0; i < reigns.size(); i++) {
      if (reigns.get(i).process.equals(process)) {
        return i;
      }
    }
    return -1;
  }

  private record Reign(String process, Instant since) {}
}
