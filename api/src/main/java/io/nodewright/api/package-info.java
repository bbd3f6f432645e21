/// What everything that touches a cluster agrees on: every key, every taint and every object name
/// (contract 01 §8, 03 §2 and §3). The subjects below this package hold the stored kinds and turn
/// stored objects into the engine's records and back. Nothing here decides anything.
@NullMarked
package io.nodewright.api;

import org.jspecify.annotations.NullMarked;
