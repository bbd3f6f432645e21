/// The commands (contract 07 §2, §10): parse, read, plan, show, confirm, write.
@NullMarked
package io.nodewright.cli.command;

import org.jspecify.annotations.NullMarked;
