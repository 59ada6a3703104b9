export type {
  ModelListener,
  Model,
  ModelReply,
  ModelRequest,
  PromptMessage,
  AskedCall,
  ModelFailure,
  Ear,
  BilledUsage,
  OfferedTool,
  ReplyShape,
  FailureCode,
} from './model';
export { evolve, type TurnEvent, freshOf } from './turn/evolve';
export type { GrantedTool, Turn, LateMessage } from './turn/turn';
export { modeOf } from './modes/modes';
export { costOf, type Capabilities, type Prices, PATIENCE, type ModelProfile } from './profile';
export { countRequest } from './turn/measure';
export { outstanding, type StepCall, requestOf } from './turn/results';
export { type Measured, turnAccount, type Account, stepsCost, writtenTokens, accountOf } from './turn/totals';
export { roundsOf, asOffered, mostSteps, roundsSpent } from './turn/rounds';
export type { WantedCall, ToolMode, Reading } from './modes/mode';
export { storable } from './storable';
export { tags } from './modes/tags/tags';
export { plainArgument } from './modes/plain-argument';
export { chatMessages, promptOf, systemPrompt } from './prompt';
export { besideTokens } from './prompt-overhead';
