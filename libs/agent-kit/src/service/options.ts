import type { ServiceDefinitions } from './definition-writes';
import type { NatsSettings } from '@crumbtrail/platform';
import type { ModelProfile } from '@crumbtrail/prompting';

/** Injection tokens of the module's options and of the model. */
export const SERVICE_OPTIONS = Symbol('agent-kit.service');
export const MODEL = Symbol('agent-kit.model');

/** How the models that operators connect are used. */
export interface ConnectionSettings {
  /** The key of the installation, which opens the keys of models; without it, models that need none are used. */
  readonly settingsKey?: Buffer;
  /** The workspaces whose models and agents elsewhere may be at an address that is not public; `*` for all. Default: none. */
  readonly privateWorkspaces?: readonly string[];
  /** The keys of agents elsewhere. Default: none. */
  readonly a2aKeys?: RemoteKeys;
  /** The NATS server on which agents elsewhere are prompted. Default: none are. */
  readonly agentsNats?: NatsSettings;
}

/** Keys of agents elsewhere: by workspace, then by the address of the agent card. */
export type RemoteKeys = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Options of TurnsModule. */
export interface TurnsOptions {
  /** The recipient whose contexts it answers: `pool`, or the name of the agent. */
  readonly recipient: string;
  readonly claimTtlMs: number;
  /** The configured model; the built-in offline model when absent. */
  readonly profile?: ModelProfile;
  /** Where the environment names no model, that of the workspace answers, if an operator has connected one. Absent: it does not. */
  readonly connections?: ConnectionSettings;
  /** Which providers' keys are in the environment. The keys themselves are never used. */
  readonly seen: { readonly openai_key: boolean; readonly openrouter_key: boolean };
}

/** Injection token of the definitions that an agent service publishes. */
export const PUBLISHED_DEFINITIONS = Symbol('agent-kit.own');

/** What an agent service publishes, and in which workspaces. */
export interface PublishedDefinitions extends ServiceDefinitions {
  readonly workspaces: readonly string[];
}
