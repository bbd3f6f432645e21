/// What people and programs read: tables, documents, sentences, questions. Results go to stdout,
/// all else to stderr (contract 07 §8, §9). Nothing here knows of a cluster.
@NullMarked
package io.nodewright.cli.console;

import org.jspecify.annotations.NullMarked;
