import { Controller, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import {
  CreateKey,
  CreateWorkspace,
  ListKeys,
  ListWorkspaces,
  refuse,
  RevokeKey,
  WhoAmI,
  type Identity,
  type KeyView,
  type ReplyOf,
  type RequestOf,
} from '@crumbtrail/contracts';
import { AdmitNatsUser } from '@crumbtrail/contracts/operations/nats-users';
import { isUuid } from '../database/uuid';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf, IdentityOf } from '../identity/caller.guard';
import { Keys } from '../identity/keys';
import { Namesakes } from '../identity/namesakes';
import { HOME, Workspaces } from '../identity/workspaces';

/** API keys, and the workspaces that they belong to. */
@Controller()
@UseGuards(CallerGuard)
export class ApiKeysController {
  constructor(
    private readonly keys: Keys,
    private readonly workspaces: Workspaces,
    private readonly namesakes: Namesakes,
  ) {}

  @Respond(WhoAmI)
  async whoAmI(@IdentityOf() identity: Identity): Promise<Identity> {
    return identity;
  }

  @Respond(CreateKey)
  async createKey(
    @Payload() { force = false, ...key }: RequestOf<typeof CreateKey>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof CreateKey>> {
    // An operator reads everything in any case.
    if (!force && key.role !== 'operator') await this.namesakes.requireNone(workspace, key.participant);
    return this.keys.create(workspace, key);
  }

  @Respond(AdmitNatsUser)
  async admitNatsUser(
    @Payload() { force = false, ...user }: RequestOf<typeof AdmitNatsUser>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<KeyView> {
    if (!force && user.role !== 'operator') await this.namesakes.requireNone(workspace, user.participant);
    return this.keys.admit(workspace, user);
  }

  @Respond(ListKeys)
  async listKeys(@CallerOf() { workspace }: AuthenticatedCaller): Promise<ReplyOf<typeof ListKeys>> {
    return { keys: await this.keys.list(workspace) };
  }

  @Respond(RevokeKey)
  async revokeKey(
    @Payload() { id }: RequestOf<typeof RevokeKey>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<KeyView> {
    if (!isUuid(id)) throw refuse('not_found', `No key ${id} in this workspace.`);
    return this.keys.revoke(workspace, id);
  }

  @Respond(CreateWorkspace)
  async createWorkspace(
    @Payload() { name }: RequestOf<typeof CreateWorkspace>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof CreateWorkspace>> {
    if (workspace !== HOME) throw refuse('forbidden', `Only operators of the workspace ${HOME} make workspaces.`);
    if (!(await this.workspaces.ensure(name))) throw refuse('id_conflict', `There is a workspace ${name} already.`);
    const first = { participant: { kind: 'operator', id: 'operator' }, role: 'operator' } as const;
    return { name, secret: (await this.keys.create(name, first)).secret };
  }

  @Respond(ListWorkspaces)
  async listWorkspaces(@CallerOf() { workspace }: AuthenticatedCaller): Promise<ReplyOf<typeof ListWorkspaces>> {
    const all = await this.workspaces.list();
    return { workspaces: all.filter(({ name }) => workspace === HOME || name === workspace) };
  }
}
