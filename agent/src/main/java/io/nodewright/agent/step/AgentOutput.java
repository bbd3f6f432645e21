package io.nodewright.agent.step;

import io.nodewright.agent.process.Output;
import io.nodewright.agent.record.StepLog;
import java.io.IOException;
import java.io.OutputStream;

/// A child's output on the agent's own streams, apart, and both in its log; byte for byte (06
/// §6.3).
///
/// @param log takes both
public record AgentOutput(OutputStream stdout, OutputStream stderr, StepLog log) implements Output {

  @Override
  public void stdout(byte[] bytes, int count) throws IOException {
    pass(stdout, bytes, count);
  }

  @Override
  public void stderr(byte[] bytes, int count) throws IOException {
    pass(stderr, bytes, count);
  }

  private void pass(OutputStream stream, byte[] bytes, int count) throws IOException {
    log.write(bytes, count);
    stream.write(bytes, 0, count);
    stream.flush();
  }
}
