/* Printed from schemas/ by `npm run contracts:print`. Do not edit. */

import { contract, type Contract } from '../contract';

export const AgentContext = contract('agent.context.v1');
export const AgentDef = contract('agent.def.v1');
export const AgentResponse = contract('agent.response.v1');
export const AgentStep = contract('agent.step.v1');
export const AgentTurn = contract('agent.turn.v1');
export const ContextConfig = contract('context.config.v1');
export const DeadLetterReplay = contract('dead.letter.replay.v1');
export const DeadLetter = contract('dead.letter.v1');
export const GuardFired = contract('guard.fired.v1');
export const ModelPrices = contract('model.prices.v1');
export const ScheduleTick = contract('schedule.tick.v1');
export const Schedule = contract('schedule.v1');
export const SchemaDef = contract('schema.def.v1');
export const ScopeAdvance = contract('scope.advance.v1');
export const Session = contract('session.v1');
export const TimerFired = contract('timer.fired.v1');
export const Timer = contract('timer.v1');
export const ToolCatalog = contract('tool.catalog.v1');
export const ToolConfig = contract('tool.config.v1');
export const ToolDef = contract('tool.def.v1');
export const ToolRequest = contract('tool.request.v1');
export const ToolResponse = contract('tool.response.v1');
export const ToolStart = contract('tool.start.v1');
export const ToolTried = contract('tool.tried.v1');
export const ToolTry = contract('tool.try.v1');
export const UserMessage = contract('user.message.v1');

/** Every kind of crumb that is published with the system. */
export const published: readonly Contract[] = [
  AgentContext,
  AgentDef,
  AgentResponse,
  AgentStep,
  AgentTurn,
  ContextConfig,
  DeadLetterReplay,
  DeadLetter,
  GuardFired,
  ModelPrices,
  ScheduleTick,
  Schedule,
  SchemaDef,
  ScopeAdvance,
  Session,
  TimerFired,
  Timer,
  ToolCatalog,
  ToolConfig,
  ToolDef,
  ToolRequest,
  ToolResponse,
  ToolStart,
  ToolTried,
  ToolTry,
  UserMessage,
];
