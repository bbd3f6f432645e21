/// What the API server's answers mean for who asked: whether the world is not as it was decided on,
/// the server is busy, or it does not allow what was asked. Decides nothing else, and sends
/// nothing.
@NullMarked
package io.nodewright.operator.answer;

import org.jspecify.annotations.NullMarked;
