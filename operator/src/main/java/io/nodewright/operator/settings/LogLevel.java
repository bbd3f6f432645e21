package io.nodewright.operator.settings;

/// How much is logged (08 §11).
public enum LogLevel {
  DEBUG,
  INFO,
  WARN,
  ERROR
}
