package io.nodewright.agent.config;

import java.util.List;

/// What the text of a config.json turned out to be.
public sealed interface Examined {

  /// Everything that was found, in the order in which it was found.
  List<Finding> findings();

  /// JSON pointers of keys that stand twice in one object; the last one counted (06 B44).
  List<String> doubledKeys();

  /// A config that may run; its findings are warnings.
  record Fit(PackageConfig config, List<Finding> findings, List<String> doubledKeys)
      implements Examined {
    public Fit {
      doubledKeys = List.copyOf(doubledKeys);
      findings = List.copyOf(findings);
    }
  }

  /// No config, for at least one error. What comes after the first check that fails is not looked
  /// at.
  ///
  /// @param lead which check failed, to be put before the errors; may be empty
  record Refused(String lead, List<Finding> findings, List<String> doubledKeys)
      implements Examined {
    public Refused {
      doubledKeys = List.copyOf(doubledKeys);
      findings = List.copyOf(findings);
    }
  }
}
