package io.nodewright.operator.permissions;

import java.util.List;

/// One row of the table of contract 08 §7: verbs on one resource.
///
/// @param group the API group; empty for the core group
/// @param resource in the plural, with its subresource after a slash if it is about one
/// @param verbs in the order of the contract
/// @param namespace where it holds; empty for the whole cluster
/// @param names of the only objects that it is about; empty for all
/// @param role of the chart that grants it, without the chart's full name
/// @param use what does not work without it, as the end of a sentence
public record Grant(
    String group,
    String resource,
    List<String> verbs,
    String namespace,
    List<String> names,
    String role,
    String use) {

  public Grant {
    verbs = List.copyOf(verbs);
    names = List.copyOf(names);
  }

  /// Says that some of the verbs are missing, and what to do: one line.
  String missing(List<String> missing) {
    String kind = namespace.isEmpty() ? "ClusterRole" : "Role";
    String where = namespace.isEmpty() ? "in the whole cluster" : "in namespace " + namespace;
    String whole =
        names.isEmpty() ? "" : ", resourceNames: [%s]".formatted(String.join(", ", names));
    return "%s on %s (API group %s) %s: without it %s. Apply the roles of the chart again (helm upgrade), or add {apiGroups: [\"%s\"], resources: [%s]%s, verbs: [%s]} to %s <fullname>-%s"
        .formatted(
            String.join(", ", missing),
            resource,
            group.isEmpty() ? "\"\"" : group,
            where,
            use,
            group,
            resource,
            whole,
            String.join(", ", missing),
            kind,
            role);
  }
}
