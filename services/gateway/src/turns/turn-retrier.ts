import { Injectable } from '@nestjs/common';
import {
  AgentResponse,
  AgentTurn,
  asPayload,
  Commit,
  refuse,
  responseId,
  turnRetryId,
  TurnRetry,
  type Envelope,
} from '@crumbtrail/contracts';
import type { RetriedTurn } from '@crumbtrail/contracts/http/turns';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

/** Has agents take failed turns once more, for operators. */
@Injectable()
export class TurnRetrier {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  /** Writes the retry of a turn that ended with an error; returns the existing one if there is one, from any author. */
  async retry(caller: Caller, turn: string): Promise<RetriedTurn> {
    const { workspace } = await this.requests.requireOperator(caller, 'retry turns');
    const crumb = await this.reader.read(caller, turn);
    if (crumb.schema_name !== AgentTurn.name) throw refuse('not_found', `${turn} is not a turn.`);
    const [known] = await this.reader.readAvailable(caller, [{ id: turnRetryId(workspace, turn) }]);
    if (known) return { id: known.id, version: known.version, position: known.position, existed: true };
    return this.leave(caller, turn, await this.readFailure(caller, workspace, turn));
  }

  private async readFailure(caller: Caller, workspace: string, turn: string): Promise<Envelope> {
    const [response] = await this.reader.readAvailable(caller, [{ id: responseId(workspace, turn) }]);
    const action = response && asPayload(AgentResponse.name, response.context).action;
    if (response && action === 'error') return response;
    throw refuse(
      'invalid_payload',
      action === undefined
        ? `The turn ${turn} has not ended, so there is nothing to retry.`
        : `The turn ${turn} ended with "${action}". Only a turn that ended with an error can be retried.`,
    );
  }

  private async leave(caller: Caller, turn: string, { id, version }: Envelope): Promise<RetriedTurn> {
    const draft = { schema_name: TurnRetry.name, cause: { id, version }, context: { turn: { id: turn } } };
    const { results } = await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
    const [written] = results;
    if (!written) throw refuse('internal', 'The retry was not stored.');
    return { id: written.id, version: written.version, position: written.position, existed: written.existed };
  }
}
