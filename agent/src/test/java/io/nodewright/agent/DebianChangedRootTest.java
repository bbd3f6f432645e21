package io.nodewright.agent;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/// Steps and interrupts on a host of Debian packages whose root is really changed into.
@Tag("host")
class DebianChangedRootTest extends ChangedRootTest {

  @Override
  TestHost changingRoot(TestHost bare) throws IOException, InterruptedException {
    return DebianRoot.fill(bare);
  }
}
