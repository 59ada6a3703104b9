export { suggestions, type Sightings } from './suggestions';
export { PRESETS, type ProviderPreset } from './presets';
export { modelFrom } from './model-from';
export { OpenAiModel } from './openai/openai-model';
export { redact } from './redact';
export { OFFLINE_NOTICE, OfflineModel } from './offline/offline-model';
