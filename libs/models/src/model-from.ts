import { OfflineModel } from './offline/offline-model';
import { OpenAiModel } from './openai/openai-model';
import type { Model, ModelProfile } from '@crumbtrail/prompting';

/** The model that a profile describes; the built-in offline model without a profile. */
export function modelFrom(profile: ModelProfile | undefined): Model {
  return profile ? new OpenAiModel(profile) : new OfflineModel();
}
