package io.nodewright.sandbox.rollout;

import java.util.Map;

/// A package whose steps succeed at once: for tests of what is around steps.
final class TrivialPackage {
  private static final String STEP =
      "[{\"name\":\"a\",\"path\":\"a.sh\",\"arguments\":[],\"returncodes\":[0],\"on_host\":true,"
          + "\"idempotence\":true,\"upgrade_step\":false}]";

  private TrivialPackage() {}

  /// Its files, by path below the package's folder.
  static Map<String, String> files() {
    return files("1.0.0", "#!/bin/bash\nexit 0\n");
  }

  /// The same in another version, with a script that each of its steps runs on the host.
  static Map<String, String> files(String version, String script) {
    return Map.of(
        "config.json",
        """
        {"schema_version":"v1","package_name":"pkg","package_version":"%s","expected_config_files":[],
         "modes":{"apply":%s,"apply-check":%s,"config":%s,"config-check":%s}}
        """
            .formatted(version, STEP, STEP, STEP, STEP),
        "skyhook_dir/a.sh",
        script);
  }
}
