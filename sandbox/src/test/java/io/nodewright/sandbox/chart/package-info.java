/// The chart, rendered by Helm and tried on an API server.
@org.jspecify.annotations.NullMarked
package io.nodewright.sandbox.chart;
