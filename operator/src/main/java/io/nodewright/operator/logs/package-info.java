/// How the process speaks: one JSON object per line on stderr, with the keys of contract 08 §11.
/// Set up once, in code, before anything logs; nothing else configures logging.
@NullMarked
package io.nodewright.operator.logs;

import org.jspecify.annotations.NullMarked;
