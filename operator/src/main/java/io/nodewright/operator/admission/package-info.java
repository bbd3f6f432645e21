/// The webhooks (contract 01 §1 and §6, 08 §6): an HTTPS server that reads admission reviews, asks
/// the rules of `api`, and answers. It looks up what the rules ask beside the object; it judges
/// nothing itself.
@NullMarked
package io.nodewright.operator.admission;

import org.jspecify.annotations.NullMarked;
