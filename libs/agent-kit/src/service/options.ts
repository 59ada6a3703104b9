import type { ServiceDefinitions } from './definition-writes';
import type { ModelProfile } from '@crumbtrail/prompting';

/** Injection tokens of the module's options and of the model. */
export const SERVICE_OPTIONS = Symbol('agent-kit.service');
export const MODEL = Symbol('agent-kit.model');

/** Options of TurnsModule. */
export interface TurnsOptions {
  /** The recipient whose contexts it answers: `pool`, or the name of the agent. */
  readonly recipient: string;
  readonly claimTtlMs: number;
  /** The configured model; the built-in offline model when absent. */
  readonly profile?: ModelProfile;
  /** Which providers' keys are in the environment. The keys themselves are never used. */
  readonly seen: { readonly openai_key: boolean; readonly openrouter_key: boolean };
}

/** Injection token of the definitions that an agent service publishes. */
export const PUBLISHED_DEFINITIONS = Symbol('agent-kit.own');

/** What an agent service publishes, and in which workspaces. */
export interface PublishedDefinitions extends ServiceDefinitions {
  readonly workspaces: readonly string[];
}
