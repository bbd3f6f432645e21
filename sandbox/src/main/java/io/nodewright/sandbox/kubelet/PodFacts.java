package io.nodewright.sandbox.kubelet;

import java.time.Instant;
import java.util.SequencedMap;

/// All that a pod's status is made of.
///
/// @param init its init containers, in their order
/// @param main its containers, in their order
/// @param verdict what the kubelet has decided on the pod as a whole
/// @param startTime when the kubelet took it on
/// @param address its node's and its own address
record PodFacts(
    SequencedMap<String, ContainerRecord> init,
    SequencedMap<String, ContainerRecord> main,
    PodVerdict verdict,
    Instant startTime,
    String address) {}
