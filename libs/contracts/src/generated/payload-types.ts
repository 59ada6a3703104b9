/* Printed from schemas/ by `npm run contracts:print`. Do not edit. */
import type * as types from './types';

/** The type of the payload of each kind of crumb, by wire name. */
export interface PayloadTypes {
  'agent.context.v1': types.AgentContextV1;
  'agent.def.v1': types.AgentDefV1;
  'agent.response.v1': types.AgentResponseV1;
  'agent.step.v1': types.AgentStepV1;
  'agent.turn.v1': types.AgentTurnV1;
  'context.config.v1': types.ContextConfigV1;
  'dead.letter.replay.v1': types.DeadLetterReplayV1;
  'dead.letter.v1': types.DeadLetterV1;
  'guard.fired.v1': types.GuardFiredV1;
  'model.prices.v1': types.ModelPricesV1;
  'schedule.tick.v1': types.ScheduleTickV1;
  'schedule.v1': types.ScheduleV1;
  'schema.def.v1': types.SchemaDefV1;
  'scope.advance.v1': types.ScopeAdvanceV1;
  'session.v1': types.SessionV1;
  'timer.fired.v1': types.TimerFiredV1;
  'timer.v1': types.TimerV1;
  'tool.catalog.v1': types.ToolCatalogV1;
  'tool.config.v1': types.ToolConfigV1;
  'tool.def.v1': types.ToolDefV1;
  'tool.request.v1': types.ToolRequestV1;
  'tool.response.v1': types.ToolResponseV1;
  'tool.start.v1': types.ToolStartV1;
  'tool.tried.v1': types.ToolTriedV1;
  'tool.try.v1': types.ToolTryV1;
  'user.message.v1': types.UserMessageV1;
}
