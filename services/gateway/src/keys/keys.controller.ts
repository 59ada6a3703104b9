import { Controller } from '@nestjs/common';
import { CreateKey, type Identity, type KeyView, ListKeys, RevokeKey } from '@crumbtrail/contracts';
import { AdmitNatsUser } from '@crumbtrail/contracts/operations/nats-users';
import {
  AdmitUserOfNats,
  IssueKey,
  ListAllKeys,
  ReadIdentity,
  RevokeKeyForGood,
} from '@crumbtrail/contracts/http/keys';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { requireKeyItself } from './require-key-itself';

/** API keys. */
@Controller()
export class KeysController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(ReadIdentity)
  async whoAmI(@Input() { caller }: RouteInput<typeof ReadIdentity>): Promise<Identity> {
    const { cell: _, ...identity } = await this.requests.identifyUncached(caller);
    return identity;
  }

  @Route(IssueKey)
  async create(@Input() { body, caller }: RouteInput<typeof IssueKey>): Promise<KeyView & { readonly secret: string }> {
    const { participant, name, client, role, expires_at, force } = body;
    if (role === 'operator') requireKeyItself(caller, 'A key of an operator');
    const more = {
      ...(name && { name }),
      ...(client && { client }),
      ...(expires_at && { expires_at }),
      ...(force && { force }),
    };
    return this.requests.request(CreateKey, caller, { participant, role, ...more });
  }

  @Route(AdmitUserOfNats)
  async admit(@Input() { body, caller }: RouteInput<typeof AdmitUserOfNats>): Promise<KeyView> {
    const { name, expires_at, force, ...user } = body;
    if (user.role === 'operator') requireKeyItself(caller, 'A NATS user as an operator');
    const more = { ...(name && { name }), ...(expires_at && { expires_at }), ...(force && { force }) };
    return this.requests.request(AdmitNatsUser, caller, { ...user, ...more });
  }

  @Route(ListAllKeys)
  async list(@Input() { caller }: RouteInput<typeof ListAllKeys>): Promise<{ readonly keys: readonly KeyView[] }> {
    return this.requests.request(ListKeys, caller, {});
  }

  @Route(RevokeKeyForGood)
  async revoke(@Input() { params, caller }: RouteInput<typeof RevokeKeyForGood>): Promise<KeyView> {
    return this.requests.request(RevokeKey, caller, { id: params.id });
  }
}
