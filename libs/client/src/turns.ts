import type { AgentDefV1, AgentResponseV1, Envelope } from '@crumbtrail/contracts';
import type { Rerun } from '@crumbtrail/contracts/http/reruns';
import type { ListedTurns, RetriedTurn } from '@crumbtrail/contracts/http/turns';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { call, type GatewayAddress, type RequestTo } from './call';
import type { ListFilter } from './reply-types';

/** What a rerun changes; what is absent stays as it was. */
export type RerunOptions = RequestTo<'POST /v1/turns/:id/rerun'>['body'];

/** A recorded turn of an agent, and how it went with another definition: a rerun, or why there is none. */
export interface DefinitionTrial {
  readonly response: Envelope<AgentResponseV1>;
  readonly rerun?: Rerun;
  readonly error?: Error;
}

/** How many turns a definition is tested with. */
export const TESTED_TURNS = 5;

const PAGE = 100;

/** Which turns are listed. */
export type TurnFilter = NonNullable<RequestTo<'GET /v1/turns'>['query']>;

/** Turns: their list, and those that are run again with changes. */
export class Turns {
  constructor(
    private readonly gateway: GatewayAddress,
    private readonly all: (filter: ListFilter) => AsyncIterable<Envelope>,
  ) {}

  /** One page of the turns on breadcrumbs that the key may read, latest first. */
  list(filter: TurnFilter = {}): Promise<ListedTurns> {
    return call(this.gateway, 'GET /v1/turns', { query: filter });
  }

  /**
   * Runs the turn again for its message, as of its position of the log. Nobody is woken, and nothing but its cost is recorded. Operators only.
   * Resolves when the model has answered.
   */
  rerun(turn: string, options: RerunOptions = {}): Promise<Rerun> {
    return call(this.gateway, 'POST /v1/turns/:id/rerun', { params: { id: turn }, body: options });
  }

  /** Runs a turn that ended with an error once more, in its session; once per turn. Operators only. */
  retry(turn: string): Promise<RetriedTurn> {
    return call(this.gateway, 'POST /v1/turns/:id/retry', { params: { id: turn } });
  }

  /** The last replies of an agent that had a context, the latest first; imported replies have none. */
  async lastReplies(agent: string, count = TESTED_TURNS): Promise<readonly Envelope<AgentResponseV1>[]> {
    const found: Envelope<AgentResponseV1>[] = [];
    for await (const crumb of this.all({ schema: WIRE.agentResponse, author: agent, imported: false, limit: PAGE })) {
      const response = crumb as unknown as Envelope<AgentResponseV1>;
      if (response.context.context_id !== undefined) found.push(response);
      if (found.length >= count) break;
    }
    return found;
  }

  /**
   * Runs recorded turns of an agent again with a definition that is not saved, one after the other. A turn that cannot be run again does not
   * keep the others from it.
   */
  async *tryDefinition(
    definition: AgentDefV1,
    replies: readonly Envelope<AgentResponseV1>[],
  ): AsyncGenerator<DefinitionTrial> {
    for (const response of replies) {
      const { turn } = response.context;
      if (turn === undefined) continue;
      try {
        yield { response, rerun: await this.rerun(turn.id, { definition, base: 'latest' }) };
      } catch (error) {
        yield { response, error: error as Error };
      }
    }
  }
}
