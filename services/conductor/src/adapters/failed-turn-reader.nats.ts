import { Injectable } from '@nestjs/common';
import { CrumbStore, type WorkspaceStore } from '@crumbtrail/bus';
import {
  AgentContext,
  AgentDef,
  AgentResponse,
  AgentTurn,
  DeadLetter,
  DeadLetterReplay,
  responseId,
  singletonId,
  ToolResponse,
  type CrumbEvent,
  type DeadLetterV1,
} from '@crumbtrail/contracts';
import type { RetryInput } from '../decide';
import { FailedTurnReader } from '../ports';

/** Reads the turn that a replayed dead letter had ended, over the bus. */
@Injectable()
export class FailedTurnReaderNats extends FailedTurnReader {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async read({ workspace, id, position, traceparent }: CrumbEvent): Promise<RetryInput | null> {
    const store = this.store.in(workspace, { traceparent });
    const at = { as_of: position, min_position: position };
    const replay = await store.readOne(DeadLetterReplay, id, at);
    const letter = replay && (await store.readOne(DeadLetter, replay.context.letter.id));
    const turnId = letter && (await turnOf(letter.context, store));
    if (!turnId) return null;
    const response = await store.readOne(AgentResponse, responseId(workspace, turnId), at);
    if (response?.context.error?.dead_letter !== letter.id) return null;
    const turn = await store.readOne(AgentTurn, turnId);
    const definition = turn && (await store.readOne(AgentDef, singletonId(workspace, 'agent', turn.context.agent), at));
    return turn && definition && { turn: turn.context, definition };
  }
}

/** The turn that the failed event was about; null for an event of something else. */
async function turnOf({ event }: DeadLetterV1, store: WorkspaceStore): Promise<string | null> {
  const { id, schema_name } = event;
  if (id === undefined) return null;
  if (schema_name === AgentTurn.name) return id;
  if (schema_name === AgentContext.name) return (await store.readOne(AgentContext, id))?.context.turn.id ?? null;
  if (schema_name === ToolResponse.name) return (await store.readOne(ToolResponse, id))?.context.turn?.id ?? null;
  return null;
}
