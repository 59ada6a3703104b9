import type { ContextFacts, Envelope, EvalCaseV1 } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import type { CaseReport, CaseRun, CounterfactualReply } from '@crumbtrail/contracts/operations/evals';
import type { PinnedCase } from '@crumbtrail/contracts/http/evals';
import { call, type GatewayAddress, type RequestTo } from './call';
import { isApiError } from './errors';
import type { ListFilter } from './reply-types';

/** The largest page of a list. */
const PAGE = 500;

/** The settings are wrong for every case: there is no use in going on. */
const isBadRequest = (error: unknown): boolean => isApiError(error, 400) || isApiError(error, 422);

/** Cases that say what the context of a question must keep. */
export class Evals {
  constructor(
    private readonly gateway: GatewayAddress,
    private readonly all: (filter: ListFilter) => AsyncIterable<Envelope>,
  ) {}

  /** The pinned cases of a set, or of all, in the order in which they were pinned. */
  async cases(set?: string): Promise<readonly Envelope<EvalCaseV1>[]> {
    const cases: Envelope<EvalCaseV1>[] = [];
    for await (const crumb of this.all({ schema: WIRE.evalCase, order: 'asc', limit: PAGE })) {
      const found = crumb as unknown as Envelope<EvalCaseV1>;
      if (set === undefined || found.context.set === set) cases.push(found);
    }
    return cases;
  }

  /**
   * Runs cases with the same settings, one after the other. One that the gateway refuses is reported, and the others are run; settings that
   * are refused throw.
   * @param done called after each case, with the number of cases that were run.
   */
  async runAll(
    cases: readonly string[],
    overrides: RequestTo<'POST /v1/cases/:id/run'>['body'],
    done: (count: number) => void = () => undefined,
  ): Promise<readonly CaseReport[]> {
    const reports: CaseReport[] = [];
    for (const id of cases) done(reports.push(await this.tryCase(id, overrides)));
    return reports;
  }

  private async tryCase(id: string, overrides: RequestTo<'POST /v1/cases/:id/run'>['body']): Promise<CaseReport> {
    try {
      return await this.run(id, overrides);
    } catch (error) {
      if (!isApiError(error) || isBadRequest(error)) throw error;
      return { case: id, outcome: 'refused', because: error.message };
    }
  }

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
