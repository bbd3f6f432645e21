/// What a monitoring system reads of this process, and how it is told apart from others who ask
/// (contract 08 §9). The numbers of NodeWrights are those of the status that a pass derived; they
/// are counted when they are asked for, so that a pass costs what it costs without them. The
/// endpoint is HTTPS alone and lets in whom the API server lets in.
@NullMarked
package io.nodewright.operator.metrics;

import org.jspecify.annotations.NullMarked;
