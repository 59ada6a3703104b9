import { Injectable } from '@nestjs/common';
import {
  agentName,
  Commit,
  DeadLetter,
  DeadLetterDiscard,
  deadLetterDiscardId,
  DeadLetterReplay,
  isServiceName,
  type DeadLetterV1,
  type Draft,
  type Envelope,
  List,
  Read,
  type ReadReply,
  refuse,
  replayId,
  type CommitResult,
  asCrumb,
  asCrumbs,
} from '@crumbtrail/contracts';
import type { DeadLetterView, DiscardedLetter, ReplayedLetter } from '@crumbtrail/contracts/http/dead-letters';
import { webhookOfDurable } from '@crumbtrail/contracts/operations/webhooks';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

type Letter = Envelope<DeadLetterV1>;

const nextGeneration = ({ generation = 0 }: DeadLetterV1): number => generation + 1;

type DecisionRecord = ReadReply['crumbs'][number] | undefined;

function describeReplay(letter: Letter, replay: DecisionRecord): Pick<DeadLetterView, 'replayed'> {
  if (!replay || 'erased' in replay) return {};
  const { id, created_at: at, author: by } = replay;
  return { replayed: { id, at, by, generation: nextGeneration(letter.context) } };
}

function describeDiscard(discard: DecisionRecord): Pick<DeadLetterView, 'discarded'> {
  if (!discard || 'erased' in discard) return {};
  const { id, created_at: at, author: by, context } = asCrumb(DeadLetterDiscard.name, discard);
  return { discarded: { id, at, by, ...(context.reason === undefined ? {} : { reason: context.reason }) } };
}

const ACTION = 'see, replay and discard these';

/** Lists, replays and discards dead letters for operators. */
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
    const { workspace } = await this.requests.requireOperator(caller, ACTION);
    const { limit, cursor } = page;
    const request = { schema: DeadLetter.name, limit, ...(cursor ? { cursor } : {}) };
    const { crumbs, next_cursor } = await this.requests.request(List, caller, request);
    const dead_letters = await this.withDecisions(caller, workspace, asCrumbs(DeadLetter.name, crumbs));
    return { dead_letters, ...(next_cursor ? { next_cursor } : {}) };
  }

  /** Writes a replay of the dead letter; returns the existing replay if there is one, from any author. */
  async replay(caller: Caller, id: string): Promise<ReplayedLetter> {
    const { workspace } = await this.requests.requireOperator(caller, ACTION);
    const letter = await this.readLetter(caller, id);
    if (letter.context.event.id === undefined) {
      throw refuse(
        'invalid_payload',
        'The message of this dead letter could not be read, so there is nothing to replay.',
      );
    }
    const webhook = webhookOfDurable(letter.context.durable);
    if (webhook !== undefined) {
      const { position } = letter.context.event;
      throw refuse(
        'invalid_payload',
        `A webhook gave this event up. Send it and what follows again: crumb webhooks replay ${webhook} ${position - 1}`,
      );
    }
    const generation = nextGeneration(letter.context);
    const [known] = await this.reader.readAvailable(caller, [{ id: replayId(workspace, id, generation) }]);
    const left = known ?? (await this.leave(caller, letter, generation));
    const { id: replay, version, position } = left;
    return { id: replay, version, position, generation, existed: 'existed' in left ? left.existed : true };
  }

  /** Records that the letter is not processed again; returns the existing record if there is one, from any author. */
  async discard(caller: Caller, id: string, reason: string | undefined): Promise<DiscardedLetter> {
    const { workspace } = await this.requests.requireOperator(caller, ACTION);
    const { version } = await this.readLetter(caller, id);
    const [known] = await this.reader.readAvailable(caller, [{ id: deadLetterDiscardId(workspace, id) }]);
    if (known) return { id: known.id, version: known.version, position: known.position, existed: true };
    const draft: Draft = {
      schema_name: DeadLetterDiscard.name,
      cause: { id, version },
      context: { letter: { id, version }, ...(reason === undefined ? {} : { reason }) },
    };
    const { results } = await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
    return results[0] as CommitResult;
  }

  private async readLetter(caller: Caller, id: string): Promise<Letter> {
    const letter = asCrumb(DeadLetter.name, await this.reader.read(caller, id));
    if (letter.schema_name !== DeadLetter.name) throw refuse('not_found', `${id} is not a dead letter.`);
    return letter;
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

  /** Adds who replayed or discarded each letter. */
  private async withDecisions(
    caller: Caller,
    workspace: string,
    letters: readonly Letter[],
  ): Promise<DeadLetterView[]> {
    if (letters.length === 0) return [];
    const replays = letters.map(({ id, context }) => ({ id: replayId(workspace, id, nextGeneration(context)) }));
    const discards = letters.map(({ id }) => ({ id: deadLetterDiscardId(workspace, id) }));
    const { crumbs } = await this.requests.request(Read, caller, { refs: [...replays, ...discards] });
    return letters.map((letter, at) => ({
      ...letter,
      ...describeReplay(letter, crumbs[at]),
      ...describeDiscard(crumbs[letters.length + at]),
    }));
  }
}
