package io.nodewright.cli.command;

import io.nodewright.cli.console.Table;
import io.nodewright.cli.explain.ToldEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// `events`: what has happened to a node or a NodeWright.
@Command(
    name = "events",
    aliases = "history",
    description = {
      "What the operator has told of a node or a NodeWright, oldest first; without a name, of all.",
      "The cluster keeps events for a while, usually an hour."
    },
    customSynopsis = "${ROOT-COMMAND-NAME} events [node|nodewright] [flags]",
    footer = {
      "",
      "Examples:",
      "  kubectl nodewright events gpu2",
      "  kubectl nodewright history kernel-tune -o json"
    })
final class EventsCommand implements Callable<Integer> {

  private final Session session;

  @Parameters(arity = "0..*", hidden = true)
  private List<String> arguments = new ArrayList<>();

  EventsCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    String name = arguments.isEmpty() ? "" : Session.exactly(arguments, 1).getFirst();
    List<ToldEvents.Told> events = ToldEvents.read(session.api(), name);
    if (session.format().document()) {
      ArrayNode document = JsonNodeFactory.instance.arrayNode();
      events.forEach(
          each ->
              document
                  .addObject()
                  .put("time", each.time())
                  .put("type", each.type())
                  .put("reason", each.reason())
                  .put("object", each.object())
                  .put("count", each.count())
                  .put("message", each.message()));
      session.document(document);
      return 0;
    }
    Table table = new Table(List.of("TIME", "TYPE", "REASON", "OBJECT", "COUNT", "MESSAGE"));
    events.forEach(
        each ->
            table.add(
                List.of(
                    each.time(),
                    each.type(),
                    each.reason(),
                    each.object(),
                    Integer.toString(each.count()),
                    each.message())));
    table.print(session.console());
    return 0;
  }
}
