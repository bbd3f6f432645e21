package io.nodewright.simulation.operator;

import io.nodewright.simulation.fault.FaultCounts;
import io.nodewright.simulation.fault.FaultPlan;
import io.nodewright.simulation.server.ApiServer;
import io.nodewright.simulation.server.Evictor;
import io.nodewright.simulation.time.Agenda;

/// What a process lives in.
///
/// @param evictor the eviction subresource of Pods
/// @param faults what goes wrong between it and the API server
/// @param counts told of each fault that fires
/// @param origin told, while a write of an operator is served, when it was decided
public record Surroundings(
    Agenda agenda,
    ApiServer server,
    Evictor evictor,
    FaultPlan faults,
    FaultCounts counts,
    WriteOrigin origin) {}
