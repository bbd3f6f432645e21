package io.nodewright.agent;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/// The sample packages on a host of Debian packages whose root is really changed into.
@Tag("host")
class DebianSamplesTest extends SamplesTest {

  @Override
  TestHost changingRoot(TestHost bare) throws IOException, InterruptedException {
    return DebianRoot.fill(bare);
  }
}
