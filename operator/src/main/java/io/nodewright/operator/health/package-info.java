/// What the kubelet asks: whether the process is alive, and whether it could do its work (contract
/// 08 §5). Served over plain HTTP by the JDK's own server; a standby is ready too.
@NullMarked
package io.nodewright.operator.health;

import org.jspecify.annotations.NullMarked;
