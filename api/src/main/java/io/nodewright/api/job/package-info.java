/// Jobs, Pods and ConfigMaps of ours, both ways: as the engine sees them, and as they are written,
/// by whoever writes them (contract 03 §2 to §12, §15, §16). Objects that are not ours give an
/// empty answer.
@NullMarked
package io.nodewright.api.job;

import org.jspecify.annotations.NullMarked;
