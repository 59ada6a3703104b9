import { Controller } from '@nestjs/common';
import {
  AddOverride,
  ReadOverrides,
  RevertOverride,
  type ListedOverrides,
} from '@crumbtrail/contracts/http/session-overrides';
import { Input, Route, type RouteInput } from '../http/route';
import { SessionOverrides } from './session-overrides';

/** For operators: adjust a session, list how it is adjusted, and revert that. */
@Controller()
export class SessionOverridesController {
  constructor(private readonly overrides: SessionOverrides) {}

  @Route(ReadOverrides)
  list(@Input() { params, caller }: RouteInput<typeof ReadOverrides>): Promise<ListedOverrides> {
    return this.overrides.list(caller, params.session);
  }

  @Route(AddOverride)
  add(@Input() { params, body, idempotencyKey, caller }: RouteInput<typeof AddOverride>): Promise<ListedOverrides> {
    return this.overrides.add(caller, { session: params.session, body, idempotencyKey });
  }

  @Route(RevertOverride)
  revert(@Input() { params, caller }: RouteInput<typeof RevertOverride>): Promise<ListedOverrides> {
    return this.overrides.revert(caller, params.session, params.id);
  }
}
