import { Injectable } from '@nestjs/common';
import {
  Commit,
  History,
  ModelConnection,
  participantName,
  Read,
  refuse,
  singletonId,
  toJsonObject,
  type Envelope,
  type ModelConnectionV1,
  type Write,
} from '@crumbtrail/contracts';
import type { ModelBody, WorkspaceModel } from '@crumbtrail/contracts/http/models';
import {
  modelKeyPlace,
  ReadModelSetting,
  TryModel,
  type ModelSetting,
  type ModelTrial,
} from '@crumbtrail/contracts/operations/models';
import type { LocatedIdentity } from '../cells/cell-directory';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { Sealer } from '../sealing/sealer';
import { toHistory } from './model-history';

/** How long one call of a model may take that is tried. */
const TRIAL_WITHIN_MS = 30_000;
/** How much longer the answer of the agent-executor may take than the call. */
const GRACE_MS = 2_000;

/** The saved connection of a workspace. */
interface SavedConnection {
  readonly id: string;
  readonly crumb?: Envelope<ModelConnectionV1>;
}

/** Connects models for operators. A key is encrypted before anything is sent or stored. */
@Injectable()
export class ModelConnections {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly sealer: Sealer,
  ) {}

  async read(caller: Caller): Promise<WorkspaceModel> {
    const identity = await this.requireOperator(caller);
    return this.describe(caller, identity, await this.readSetting(identity));
  }

  async connect(caller: Caller, body: ModelBody): Promise<WorkspaceModel> {
    const identity = await this.requireOperator(caller);
    const setting = await this.readSetting(identity);
    const saved = await this.readSaved(caller, identity);
    await this.write(caller, identity, { saved, context: this.toConnection(identity, saved, body) });
    return this.describe(caller, identity, setting);
  }

  async disconnect(caller: Caller): Promise<WorkspaceModel> {
    const identity = await this.requireOperator(caller);
    const setting = await this.readSetting(identity);
    const saved = await this.readSaved(caller, identity);
    if (saved.crumb && saved.crumb.context.disconnected !== true) {
      const { sealed_key: _, ...context } = saved.crumb.context;
      await this.write(caller, identity, { saved, context: { ...context, disconnected: true } });
    }
    return this.describe(caller, identity, setting);
  }

  async test(caller: Caller, body: ModelBody): Promise<ModelTrial> {
    const identity = await this.requireOperator(caller);
    const connection = this.toConnection(identity, await this.readSaved(caller, identity), body);
    return this.requests.requestAsGateway(
      TryModel,
      { workspace: identity.workspace, connection, timeout_ms: TRIAL_WITHIN_MS },
      { timeoutMs: TRIAL_WITHIN_MS + GRACE_MS, cell: identity.cell },
    );
  }

  private requireOperator(caller: Caller): Promise<LocatedIdentity> {
    return this.requests.requireOperator(caller, 'connect models');
  }

  private async readSaved(caller: Caller, { workspace }: LocatedIdentity): Promise<SavedConnection> {
    const id = singletonId(workspace, 'model', 'model');
    const { crumbs } = await this.requests.request(Read, caller, { refs: [{ id }] });
    const [found] = crumbs;
    if (!found) return { id };
    if ('erased' in found) throw refuse('erased', 'The connected model was erased; set MODEL_BASE_URL instead.');
    return { id, crumb: found as unknown as Envelope<ModelConnectionV1> };
  }

  /** The connection with its key sealed: the given one, or the saved one if it is for the same address. */
  private toConnection(
    { workspace }: LocatedIdentity,
    { crumb }: SavedConnection,
    { key, ...body }: ModelBody,
  ): ModelConnectionV1 {
    const before = crumb?.context;
    const kept = key === undefined && before?.base_url === body.base_url ? before.sealed_key : undefined;
    const otherwise = 'Or set MODEL_API_KEY of the agent-executor.';
    const sealed_key =
      typeof key === 'string' ? this.sealer.seal(key, modelKeyPlace(workspace, body), otherwise) : kept;
    return { name: 'model', ...body, ...(sealed_key !== undefined && { sealed_key }) };
  }

  /** Only operators may read it, whatever readers of definitions may. */
  private async write(
    caller: Caller,
    { participant }: LocatedIdentity,
    { saved: { id, crumb }, context }: { readonly saved: SavedConnection; readonly context: ModelConnectionV1 },
  ): Promise<void> {
    const audience = [participantName(participant)];
    const write: Write = crumb
      ? { op: 'update', id, if_match: crumb.version, patch: { context: toJsonObject(context) } }
      : { op: 'create', draft: { schema_name: ModelConnection.name, audience, context: toJsonObject(context) } };
    await this.requests.request(Commit, caller, { writes: [write] });
  }

  /** Asked before anything is written: whoever saves a model is told what it is good for. */
  private readSetting({ cell }: LocatedIdentity): Promise<ModelSetting> {
    return this.requests.requestAsGateway(ReadModelSetting, {}, { cell });
  }

  private async describe(caller: Caller, identity: LocatedIdentity, setting: ModelSetting): Promise<WorkspaceModel> {
    const { id, crumb } = await this.readSaved(caller, identity);
    const versions = crumb ? (await this.requests.request(History, caller, { id })).versions : [];
    return this.toState(setting, crumb?.context, toHistory(versions as unknown as Envelope<ModelConnectionV1>[]));
  }

  private toState(
    { environment, opens_keys }: ModelSetting,
    saved: ModelConnectionV1 | undefined,
    history: WorkspaceModel['history'],
  ): WorkspaceModel {
    const connection = saved?.disconnected ? undefined : saved;
    return {
      answers: environment ? 'environment' : connection ? 'settings' : 'offline',
      ...(environment && { environment }),
      ...(connection && { connection: withoutKey(connection) }),
      saves_keys: opens_keys && this.sealer.canSeal,
      history,
    };
  }
}

/** The connection as it is shown. */
const withoutKey = ({
  provider,
  base_url,
  model,
  sealed_key,
}: ModelConnectionV1): NonNullable<WorkspaceModel['connection']> => ({
  ...(provider && { provider }),
  base_url,
  model,
  has_key: sealed_key !== undefined,
});
