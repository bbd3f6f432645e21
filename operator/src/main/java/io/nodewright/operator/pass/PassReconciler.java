package io.nodewright.operator.pass;

import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.nodewright.api.v1alpha1.NodeWright;
import io.nodewright.operator.metrics.OperatorMetrics;
import io.nodewright.operator.observe.Caches;
import io.nodewright.operator.publish.StatusWriter;
import java.util.List;

/// The edge to the operator framework: a reconcile is a pass. What the framework hands over is an
/// empty shell with a name: views are read from the caches.
public final class PassReconciler implements Reconciler<NodeWright> {

  private final Passes passes;
  private final StatusWriter statuses;
  private final OperatorMetrics metrics;
  private final SimpleInboundEventSource<NodeWright> alarms =
      new SimpleInboundEventSource<>("alarms");

  PassReconciler(
      Passes passes, StatusWriter statuses, OperatorMetrics metrics, Wakes wakes, Caches caches) {
    this.passes = passes;
    this.statuses = statuses;
    this.metrics = metrics;
    wakes.connect(
        () -> caches.nodeWrights().views().keySet(),
        name -> alarms.propagateEvent(new ResourceID(name)));
  }

  @Override
  public List<EventSource<?, NodeWright>> prepareEventSources(
      EventSourceContext<NodeWright> context) {
    return List.of(alarms);
  }

  @Override
  public UpdateControl<NodeWright> reconcile(NodeWright named, Context<NodeWright> context) {
    String name = named.getMetadata().getName();
    if (context.isPrimaryResourceDeleted()) {
      statuses.forget(name);
      metrics.gone(name);
      return UpdateControl.noUpdate();
    }
    UpdateControl<NodeWright> done = UpdateControl.noUpdate();
    passes.pass(name).ifPresent(done::rescheduleAfter);
    return done;
  }
}
