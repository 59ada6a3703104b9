import type { Rerun } from '@crumbtrail/contracts/http/reruns';
import { call, type GatewayAddress, type RequestTo } from './call';

/** What a rerun changes; what is absent stays as it was. */
export type RerunOptions = RequestTo<'POST /v1/turns/:id/rerun'>['body'];

/** Turns that are run again with changes. */
export class Turns {
  constructor(private readonly gateway: GatewayAddress) {}

  /**
   * Runs the turn again for its message, as of its position of the log. Nobody is woken, and nothing but its cost is recorded. Operators only.
   * Resolves when the model has answered.
   */
  rerun(turn: string, options: RerunOptions = {}): Promise<Rerun> {
    return call(this.gateway, 'POST /v1/turns/:id/rerun', { params: { id: turn }, body: options });
  }
}
