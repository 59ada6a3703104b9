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
  TurnRetry,
  type CrumbEvent,
  type DeadLetterV1,
} from '@crumbtrail/contracts';
import type { RetryInput } from '../decide';
import { FailedTurnReader } from '../ports';

/** Reads the failed turn that an operator has taken once more, over the bus. */
@Injectable()
export class FailedTurnReaderNats extends FailedTurnReader {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async read(event: CrumbEvent): Promise<RetryInput | null> {
    const { workspace, position, traceparent } = event;
    const store = this.store.in(workspace, { traceparent });
    const at = { as_of: position, min_position: position };
    const turnId = await (event.schema_name === TurnRetry.name ? failedTurn(event, store) : endedTurn(event, store));
    if (turnId === null) return null;
    const turn = await store.readOne(AgentTurn, turnId);
    const definition = turn && (await store.readOne(AgentDef, singletonId(workspace, 'agent', turn.context.agent), at));
    // A turn is one hop deeper than the crumb that it is about.
    return turn && definition && { turn: turn.context, hop: turn.hop - 1, definition };
  }
}

/** The turn that a retry names, if it ended with an error. */
async function failedTurn({ workspace, id, position }: CrumbEvent, store: WorkspaceStore): Promise<string | null> {
  const at = { as_of: position, min_position: position };
  const turn = (await store.readOne(TurnRetry, id, at))?.context.turn.id;
  if (turn === undefined) return null;
  const response = await store.readOne(AgentResponse, responseId(workspace, turn), at);
  return response?.context.action === 'error' ? turn : null;
}

/** The turn that the dead letter of a replay had ended. */
async function endedTurn({ workspace, id, position }: CrumbEvent, store: WorkspaceStore): Promise<string | null> {
  const at = { as_of: position, min_position: position };
  const replay = await store.readOne(DeadLetterReplay, id, at);
  const letter = replay && (await store.readOne(DeadLetter, replay.context.letter.id));
  const turn = letter && (await turnOf(letter.context, store));
  if (!turn) return null;
  const response = await store.readOne(AgentResponse, responseId(workspace, turn), at);
  return response?.context.error?.dead_letter === letter.id ? turn : null;
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
