import { Injectable } from '@nestjs/common';
import {
  AgentResponse,
  AnswerFeedback,
  asCrumb,
  asCrumbs,
  Commit,
  refuse,
  Trail,
  type Envelope,
  type AnswerFeedbackV1,
} from '@crumbtrail/contracts';
import type { FeedbackBody } from '@crumbtrail/contracts/http/feedback';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

type Feedback = Envelope<AnswerFeedbackV1>;

/** Of each author the latest, the latest first. */
function latestOfEach(all: readonly Feedback[]): Feedback[] {
  const latest = new Map<string, Feedback>();
  for (const one of [...all].sort((a, b) => a.position - b.position))
    latest.set(`${one.author.kind}:${one.author.id}`, one);
  return [...latest.values()].sort((a, b) => b.position - a.position);
}

/** Stores and reads what people think of answers, with the caller's rights. */
@Injectable()
export class AnswerFeedbacks {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  /** Stores what the caller thinks now; what is not given stays as the caller said before. */
  async give(caller: Caller, answer: string, { score, note, labels }: FeedbackBody): Promise<Feedback> {
    const { id, author } = await this.readAnswer(caller, answer);
    const before = await this.readOwn(caller, id);
    const context = {
      ...before?.context,
      response: { id },
      agent: author.id,
      ...(score !== undefined && { score }),
      ...(note !== undefined && { note }),
      ...(labels && { labels: [...new Set(labels)] }),
    };
    const draft = { schema_name: AnswerFeedback.name, cause: { id }, context };
    const { results } = await this.requests.request(Commit, caller, { writes: [{ op: 'create', draft }] });
    const [written] = results;
    if (!written) throw refuse('internal', 'The feedback was not stored.');
    const crumb = await this.reader.read(caller, written.id, { min_position: written.position });
    return asCrumb(AnswerFeedback.name, crumb);
  }

  async list(caller: Caller, answer: string): Promise<Feedback[]> {
    await this.readAnswer(caller, answer);
    return this.readLatest(caller, answer);
  }

  private async readOwn(caller: Caller, answer: string): Promise<Feedback | undefined> {
    const { kind, id } = (await this.requests.identify(caller)).participant;
    const latest = await this.readLatest(caller, answer);
    return latest.find(({ author }) => author.kind === kind && author.id === id);
  }

  private async readLatest(caller: Caller, answer: string): Promise<Feedback[]> {
    const { nodes } = await this.requests.request(Trail, caller, { id: answer });
    const refs = nodes.filter(({ schema_name, cause }) => schema_name === AnswerFeedback.name && cause?.id === answer);
    return latestOfEach(asCrumbs(AnswerFeedback.name, await this.reader.readAvailable(caller, refs)));
  }

  private async readAnswer(caller: Caller, id: string): Promise<Envelope> {
    const crumb = await this.reader.read(caller, id);
    if (crumb.schema_name === AgentResponse.name && crumb.author.kind === 'agent') return crumb;
    throw refuse('invalid_payload', `${id} is a ${crumb.schema_name}. Feedback is about the answer of an agent.`);
  }
}
