package io.nodewright.simulation.operator;

import io.nodewright.api.job.JobSettings;
import io.nodewright.engine.snapshot.EngineSettings;

/// What a process is started with.
///
/// @param engine what decisions depend on
/// @param jobs what Jobs and ConfigMaps are built from
/// @param protections what of the shell is kept
public record OperatorSettings(EngineSettings engine, JobSettings jobs, Protections protections) {}
