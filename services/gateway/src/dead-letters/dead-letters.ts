import { Injectable } from '@nestjs/common';
import {
  agentName,
  Commit,
  DeadLetter,
  DeadLetterReplay,
  isServiceName,
  type DeadLetterV1,
  type Draft,
  type Envelope,
  List,
  Read,
  refuse,
  replayId,
  type CommitResult,
  asCrumb,
  asCrumbs,
} from '@crumbtrail/contracts';
import type { DeadLetterView, ReplayedLetter } from '@crumbtrail/contracts/http/dead-letters';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

type Letter = Envelope<DeadLetterV1>;

const nextGeneration = ({ generation = 0 }: DeadLetterV1): number => generation + 1;

/** Lists and replays dead letters for operators. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  async list(
    caller: Caller,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<{ dead_letters: DeadLetterView[]; next_cursor?: string }> {
    const { workspace } = await this.requests.requireOperator(caller, 'see and replay these');
    const { limit, cursor } = page;
    const request = { schema: DeadLetter.name, limit, ...(cursor ? { cursor } : {}) };
    const { crumbs, next_cursor } = await this.requests.request(List, caller, request);
    const dead_letters = await this.withReplays(caller, workspace, asCrumbs(DeadLetter.name, crumbs));
    return { dead_letters, ...(next_cursor ? { next_cursor } : {}) };
  }

  /** Writes a replay of the dead letter; returns the existing replay if there is one, from any author. */
  async replay(caller: Caller, id: string): Promise<ReplayedLetter> {
    const { workspace } = await this.requests.requireOperator(caller, 'see and replay these');
    const letter = asCrumb(DeadLetter.name, await this.reader.read(caller, id));
    if (letter.schema_name !== DeadLetter.name) throw refuse('not_found', `${id} is not a dead letter.`);
    if (letter.context.event.id === undefined) {
      throw refuse(
        'invalid_payload',
        'The message of this dead letter could not be read, so there is nothing to replay.',
      );
    }
    const generation = nextGeneration(letter.context);
    const [known] = await this.reader.readAvailable(caller, [{ id: replayId(workspace, id, generation) }]);
    const left = known ?? (await this.leave(caller, letter, generation));
    const { id: replay, version, position } = left;
    return { id: replay, version, position, generation, existed: 'existed' in left ? left.existed : true };
  }

  private async leave(caller: Caller, letter: Letter, generation: number): Promise<CommitResult> {
    const { id, version, context } = letter;
    const { station } = context;
    const draft: Draft = {
      schema_name: DeadLetterReplay.name,
      cause: { id, version },
      // The service that must receive the event; operators can always read it.
      audience: [isServiceName(station) ? `service:${station}` : agentName(station)],
      context: { letter: { id, version }, station, generation },
    };
    const { results } = await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
    return results[0] as CommitResult;
  }

  private async withReplays(caller: Caller, workspace: string, letters: readonly Letter[]): Promise<DeadLetterView[]> {
    if (letters.length === 0) return [];
    const refs = letters.map(({ id, context }) => ({ id: replayId(workspace, id, nextGeneration(context)) }));
    const { crumbs } = await this.requests.request(Read, caller, { refs });
    return letters.map((letter, at) => {
      const replay = crumbs[at];
      if (!replay || 'erased' in replay) return letter;
      const { id, created_at, author: by } = replay;
      return { ...letter, replayed: { id, at: created_at, by, generation: nextGeneration(letter.context) } };
    });
  }
}
