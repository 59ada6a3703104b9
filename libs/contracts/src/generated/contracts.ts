/* Printed from schemas/ by `npm run contracts:print`. Do not edit. */

import { contract, type Contract } from '../contract';
import type * as types from './types';

export const AgentContext = contract<types.AgentContextV1>('agent.context.v1');
export const AgentDef = contract<types.AgentDefV1>('agent.def.v1');
export const AgentResponse = contract<types.AgentResponseV1>('agent.response.v1');
export const AgentStep = contract<types.AgentStepV1>('agent.step.v1');
export const AgentTurn = contract<types.AgentTurnV1>('agent.turn.v1');
export const ContextConfig = contract<types.ContextConfigV1>('context.config.v1');
export const DeadLetterReplay = contract<types.DeadLetterReplayV1>('dead.letter.replay.v1');
export const DeadLetter = contract<types.DeadLetterV1>('dead.letter.v1');
export const GuardFired = contract<types.GuardFiredV1>('guard.fired.v1');
export const ModelPrices = contract<types.ModelPricesV1>('model.prices.v1');
export const ScheduleTick = contract<types.ScheduleTickV1>('schedule.tick.v1');
export const Schedule = contract<types.ScheduleV1>('schedule.v1');
export const SchemaDef = contract<types.SchemaDefV1>('schema.def.v1');
export const ScopeAdvance = contract<types.ScopeAdvanceV1>('scope.advance.v1');
export const Session = contract<types.SessionV1>('session.v1');
export const TimerFired = contract<types.TimerFiredV1>('timer.fired.v1');
export const Timer = contract<types.TimerV1>('timer.v1');
export const ToolCatalog = contract<types.ToolCatalogV1>('tool.catalog.v1');
export const ToolConfig = contract<types.ToolConfigV1>('tool.config.v1');
export const ToolDef = contract<types.ToolDefV1>('tool.def.v1');
export const ToolRequest = contract<types.ToolRequestV1>('tool.request.v1');
export const ToolResponse = contract<types.ToolResponseV1>('tool.response.v1');
export const ToolStart = contract<types.ToolStartV1>('tool.start.v1');
export const ToolTried = contract<types.ToolTriedV1>('tool.tried.v1');
export const ToolTry = contract<types.ToolTryV1>('tool.try.v1');
export const UserMessage = contract<types.UserMessageV1>('user.message.v1');

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
