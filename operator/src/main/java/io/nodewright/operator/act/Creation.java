package io.nodewright.operator.act;

import io.fabric8.kubernetes.client.KubernetesClientException;

/// What the failure of a create means.
enum Creation {
  /// An object of that name is there.
  EXISTS,
  /// The API server does not allow it: quota, admission, an invalid field (03 §11.1).
  REFUSED,
  /// Something that is no verdict on the object.
  OTHER;

  static Creation answer(KubernetesClientException e) {
    return switch (e.getCode()) {
      case 409 -> EXISTS;
      // 404: the namespace is not there.
      case 400, 403, 404, 413, 422 -> REFUSED;
      default -> OTHER;
    };
  }
}
