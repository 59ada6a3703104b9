import { Injectable } from '@nestjs/common';
import { CrumbStore } from '@crumbtrail/bus';
import {
  responseId,
  singletonId,
  toolResponseId,
  toolStartId,
  type AgentDefV1,
  type AgentTurnV1,
  type Envelope,
  type Erased,
  type ToolConfigV1,
  type ToolDefV1,
} from '@crumbtrail/contracts';
import { ToolReader, type ToolFacts, type ToolHeard } from '../ports';

type Found = Envelope | Erased | null | undefined;

const present = (found: Found): Envelope | null => (found && !('erased' in found) ? found : null);
const contextOf = <Context>(found: Found): Context | null => (present(found)?.context as Context | undefined) ?? null;
/** Erased or not, it was left. */
const wasLeft = (found: Found): boolean => found !== null && found !== undefined;

/** All that running a request takes, in one read. */
@Injectable()
export class ToolReaderNats extends ToolReader {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async read({ workspace, request, traceparent }: ToolHeard): Promise<ToolFacts> {
    const { turn, definition, tool, tool_def } = request.context;
    const { crumbs } = await this.store.in(workspace, { traceparent }).read({
      refs: [
        { id: turn.id },
        definition,
        tool_def,
        { id: singletonId(workspace, 'tool_config', tool) },
        { id: responseId(workspace, turn.id) },
        { id: toolStartId(workspace, request.id) },
        { id: toolResponseId(workspace, request.id) },
      ],
      min_position: request.position,
    });
    const [opened, agent, described, config, closed, started, answered] = crumbs;
    return {
      turn: present(opened) as unknown as Envelope<AgentTurnV1> | null,
      agent: contextOf<AgentDefV1>(agent),
      tool: tool_def.id === singletonId(workspace, 'tool', tool) ? contextOf<ToolDefV1>(described) : null,
      config: contextOf<ToolConfigV1>(config),
      turn_ended: wasLeft(closed),
      started: wasLeft(started),
      answered: wasLeft(answered),
    };
  }
}
