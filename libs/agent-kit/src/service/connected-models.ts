import { Inject, Injectable } from '@nestjs/common';
import type { ModelConnectionV1 } from '@crumbtrail/contracts';
import { modelKeyPlace } from '@crumbtrail/contracts/operations/models';
import { modelFrom, PRESETS } from '@crumbtrail/models';
import { openSecret } from '@crumbtrail/platform';
import { createPublicFetch } from '@crumbtrail/platform/public-fetch';
import {
  HOSTED_MODEL_LIMITS,
  type Capabilities,
  type Model,
  type ModelProfile,
  type ModelReply,
} from '@crumbtrail/prompting';
import { LRUCache } from 'lru-cache';
import { MODEL, SERVICE_OPTIONS, type TurnsOptions } from './options';

/** The model that answers in a workspace. */
export interface ChosenModel {
  readonly model: Model;
  /** Absent: the built-in offline model answers. */
  readonly profile?: ModelProfile;
  readonly can: Capabilities;
}

/** A workspace, and the model that an operator has connected there. */
export interface WorkspaceConnection {
  readonly workspace: string;
  readonly connection?: ModelConnectionV1 | undefined;
}

/** What a model without its key answers, in plain words. */
const UNREADABLE_KEY =
  'The key of the model cannot be decrypted, because this installation has another SETTINGS_KEY than the one that it was saved with, or none. ' +
  'An operator can save it again in Settings.';

/** The model of a connection whose key cannot be opened: it calls nobody. */
class LockedModel implements Model {
  readonly description: string;

  constructor(private readonly name: string) {
    this.description = `${name}, whose key cannot be decrypted`;
  }

  generate(): Promise<ModelReply> {
    const failure = { code: 'model_error', message: UNREADABLE_KEY } as const;
    return Promise.resolve({ content: '', shown: '', model: this.name, attempts: 0, failure });
  }
}

const publicFetch = createPublicFetch();

/** Models that are kept, with the connections of their clients. */
const MOST_MODELS = 256;

/** Chooses the model of a workspace: that of the environment, else the connected one, else the built-in one. */
@Injectable()
export class ConnectedModels {
  private readonly fixed: ChosenModel;
  private readonly kept = new LRUCache<string, ChosenModel>({ max: MOST_MODELS });

  constructor(
    @Inject(MODEL) model: Model,
    @Inject(SERVICE_OPTIONS) private readonly options: TurnsOptions,
  ) {
    const { profile } = options;
    this.fixed = { model, can: profile?.can ?? {}, ...(profile && { profile }) };
  }

  /** The model that the environment names; undefined where it names none. */
  get ofEnvironment(): ModelProfile | undefined {
    return this.options.profile;
  }

  /** Can keys of models be opened here? */
  get opensKeys(): boolean {
    return this.options.connections?.settingsKey !== undefined;
  }

  of({ workspace, connection }: WorkspaceConnection): ChosenModel {
    const isUsed = this.fixed.profile === undefined && this.options.connections !== undefined;
    if (!isUsed || !connection || connection.disconnected) return this.fixed;
    const name = JSON.stringify([workspace, connection]);
    const model = this.kept.get(name) ?? this.connect(workspace, connection);
    this.kept.set(name, model);
    return model;
  }

  /** A model for one call, which is not tried again. */
  forTrial(workspace: string, connection: ModelConnectionV1, timeoutMs: number): ChosenModel {
    return this.connect(workspace, connection, { max_attempts: 1, attempt_timeout_ms: timeoutMs });
  }

  private connect(workspace: string, connection: ModelConnectionV1, limits: Partial<ModelProfile> = {}): ChosenModel {
    const { base_url, model: name, provider, sealed_key } = connection;
    const can: Capabilities = provider ? PRESETS[provider] : {};
    const key = sealed_key === undefined ? undefined : this.open(workspace, connection, sealed_key);
    const profile = { ...HOSTED_MODEL_LIMITS, ...limits, base_url, name, can, ...(key !== undefined && { key }) };
    const isLocked = sealed_key !== undefined && key === undefined;
    return { model: isLocked ? new LockedModel(name) : modelFrom(profile, this.fetchFor(workspace)), profile, can };
  }

  /** Whoever operates a workspace has no business in the network of the installation, unless the installation says so. */
  fetchFor(workspace: string): typeof fetch {
    return this.reachesPrivate(workspace) ? fetch : publicFetch;
  }

  /** Whether a workspace may reach what is not public. */
  reachesPrivate(workspace: string): boolean {
    const { privateWorkspaces = [] } = this.options.connections ?? {};
    return privateWorkspaces.includes(workspace) || privateWorkspaces.includes('*');
  }

  private open(workspace: string, connection: ModelConnectionV1, sealed: string): string | undefined {
    const key = this.options.connections?.settingsKey;
    return key && openSecret(sealed, key, modelKeyPlace(workspace, connection));
  }
}
