@org.jspecify.annotations.NullMarked
package io.nodewright.api.admission;
