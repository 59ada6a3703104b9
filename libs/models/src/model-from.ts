import { OfflineModel } from './offline/offline-model';
import { OpenAiModel } from './openai/openai-model';
import type { Model, ModelProfile } from '@crumbtrail/prompting';

/**
 * The model that a profile describes; the built-in offline model without a profile.
 * @param request how its server is reached. Default: the `fetch` of Node.js.
 */
export function modelFrom(profile: ModelProfile | undefined, request?: typeof fetch): Model {
  return profile ? new OpenAiModel(profile, request) : new OfflineModel();
}
