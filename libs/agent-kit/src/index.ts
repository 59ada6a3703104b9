export type {
  BilledUsage,
  FailureCode,
  Model,
  ModelFailure,
  ModelListener,
  ModelReply,
  ModelRequest,
  PromptMessage,
} from './model';
export { PATIENCE, costOf, type ModelProfile, type Prices } from './profile';
export { chatMessages, promptOf, systemPrompt } from './prompt';
export { MAX_REPLY_BYTES, runTurn, type TurnMaterial, type TurnPorts } from './run-turn';
export { replyAudience } from './audience';
export { redact } from './redact';
export { LiveReplies, LiveReply, type ReplyAddress } from './live-replies';
export { modelFrom } from './model-from';
export { OFFLINE_NOTICE, OfflineModel } from './adapters/offline-model';
export { OpenAiModel } from './adapters/openai-model';
export { suggestions, type Sightings } from './suggestions';
