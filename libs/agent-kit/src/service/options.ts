import type { ServiceDefinitions } from './definition-writes';
import type { ModelProfile } from '@crumbtrail/prompting';

/** Under these tokens the service provides its settings and its model. */
export const SERVICE_OPTIONS = Symbol('agent-kit.service');
export const MODEL = Symbol('agent-kit.model');

/** How a process runs turns. */
export interface TurnsOptions {
  /** Whose contexts it hears: `pool`, or the agent that it is. */
  readonly recipient: string;
  readonly claimTtlMs: number;
  /** The configured model; absent: the built-in offline one. */
  readonly profile?: ModelProfile;
  /** Keys that are in the environment. Only that they are there: nothing here ever uses them. */
  readonly seen: { readonly openai_key: boolean; readonly openrouter_key: boolean };
}

/** Under this token an agent that is a service says what it is. */
export const PUBLISHED_DEFINITIONS = Symbol('agent-kit.own');

/** What an agent that is a service leaves of itself, and where. */
export interface PublishedDefinitions extends ServiceDefinitions {
  readonly workspaces: readonly string[];
}
