/// Jobs, Pods and ConfigMaps of ours as the engine sees them, and the words that their builder and
/// their reader share (contract 03 §2 to §12). Objects that are not ours give an empty answer.
@NullMarked
package io.nodewright.api.job;

import org.jspecify.annotations.NullMarked;
