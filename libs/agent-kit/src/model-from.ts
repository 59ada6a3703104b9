import { OfflineModel } from './adapters/offline-model';
import { OpenAiModel } from './adapters/openai-model';
import type { Model } from './model';
import type { ModelProfile } from './profile';

/** The model that a profile describes; the built-in one without a profile. */
export function modelFrom(profile: ModelProfile | undefined): Model {
  return profile ? new OpenAiModel(profile) : new OfflineModel();
}
