import type { ContextFacts } from '@crumbtrail/contracts';
import type { CaseRun, CounterfactualReply } from '@crumbtrail/contracts/operations/evals';
import type { PinnedCase } from '@crumbtrail/contracts/http/evals';
import { call, type GatewayAddress, type RequestTo } from './call';

/** Cases that say what the context of a question must keep. */
export class Evals {
  constructor(private readonly gateway: GatewayAddress) {}

  /**
   * Pins what the latest context of a trail, or the context of this id, must keep.
   * @param crumbs ids of breadcrumbs that it kept. Default: what its reply was grounded on.
   * @param set the set that the case belongs to. Default: none.
   */
  pin(trail: string, crumbs?: readonly string[], set?: string): Promise<PinnedCase> {
    const body = { ...(crumbs && { crumbs: [...crumbs] }), ...(set !== undefined && { set }) };
    return call(this.gateway, 'POST /v1/trails/:id/pin', { params: { id: trail }, body });
  }

  /** Builds the context of a case again, with other settings, and says what it lacks. */
  run(id: string, overrides: RequestTo<'POST /v1/cases/:id/run'>['body'] = {}): Promise<CaseRun> {
    return call(this.gateway, 'POST /v1/cases/:id/run', { params: { id }, body: overrides });
  }

  /** Says which breadcrumbs that an answer was grounded on its context would lose with other settings. */
  counterfactual(
    context: string,
    settings: RequestTo<'POST /v1/contexts/:id/counterfactual'>['body'],
  ): Promise<CounterfactualReply> {
    return call(this.gateway, 'POST /v1/contexts/:id/counterfactual', { params: { id: context }, body: settings });
  }

  /** What the rules of `crumb context lint` need to know of a context. */
  facts(context: string): Promise<ContextFacts> {
    return call(this.gateway, 'GET /v1/contexts/:id/facts', { params: { id: context } });
  }
}
