/// Things by name, as decisions about thousands of nodes need them: walked in order far more often
/// than looked up.
@NullMarked
package io.nodewright.engine.names;

import org.jspecify.annotations.NullMarked;
