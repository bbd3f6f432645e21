package io.nodewright.agent.step;

import io.nodewright.agent.report.AgentFailure;

/// A step that did not succeed, as opposed to a host on which no step can run.
final class StepFailed extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient AgentFailure failure;

  StepFailed(AgentFailure failure) {
    super(failure.text(), failure, false, false);
    this.failure = failure;
  }

  AgentFailure failure() {
    return failure;
  }
}
