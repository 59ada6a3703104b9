import type { schemas } from './generated/schemas';

type WireName = Exclude<keyof typeof schemas, 'envelope.v1' | 'envelope.draft.v1'>;

/** The names on the wire and nothing else: for a page, which has no use for schemas and validators. */
export const WIRE = {
  session: 'session.v1',
  userMessage: 'user.message.v1',
  agentDef: 'agent.def.v1',
  agentTurn: 'agent.turn.v1',
  agentContext: 'agent.context.v1',
  agentResponse: 'agent.response.v1',
  agentStep: 'agent.step.v1',
  contextConfig: 'context.config.v1',
  toolCatalog: 'tool.catalog.v1',
  deadLetter: 'dead.letter.v1',
  deadLetterReplay: 'dead.letter.replay.v1',
  schemaDef: 'schema.def.v1',
  toolDef: 'tool.def.v1',
  toolConfig: 'tool.config.v1',
  toolRequest: 'tool.request.v1',
  toolStart: 'tool.start.v1',
  toolResponse: 'tool.response.v1',
  toolTry: 'tool.try.v1',
  toolTried: 'tool.tried.v1',
  guardFired: 'guard.fired.v1',
  modelPrices: 'model.prices.v1',
} as const satisfies Record<string, WireName>;
