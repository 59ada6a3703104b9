import { Injectable } from '@nestjs/common';
import {
  asCrumb,
  CLIENT_RUNNER,
  Commit,
  CrumbError,
  type Envelope,
  List,
  ToolRequest,
  type ToolRequestV1,
  ToolResponse,
  type ToolResponseV1,
  toolResponseId,
  type Write,
} from '@crumbtrail/contracts';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { TurnStopper } from '../turns/turn-stopper';
import type { AddressedAgent } from './agent-models';
import type { ChatRequest, ToolResult } from './chat-request';
import { chatTurnId } from './conversation-history';
import { invalidParam, OpenAiError } from './openai-error';

/** A request of an agent to run a tool of its client. */
export type ClientRequest = Envelope<ToolRequestV1>;

/** A turn that continues with the results of a request. */
export interface ContinuedTurn {
  /** The message that the turn answers. */
  readonly message: Envelope;
  /** This request wrote a result, so no model was called with it earlier. */
  readonly isNew: boolean;
  /** The step whose calls are answered. */
  readonly step: number;
}

/** The most requests of a turn that are read. */
const MOST = 500;
/** As `text` of `tool.response.v1`. */
const MAX_RESULT_BYTES = 128 * 1024;

const CALL = /^call_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The id of a call for its client. */
export const callId = ({ id }: Pick<Envelope, 'id'>): string => `call_${id}`;

const asClientRequest = (crumb: Envelope | undefined): ClientRequest | undefined => {
  const request = asCrumb(ToolRequest.name, crumb);
  return request?.context.runner === CLIENT_RUNNER ? request : undefined;
};

/** Orders the calls of a turn as the model made them. */
export const byPlace = ({ context: a }: ClientRequest, { context: b }: ClientRequest): number =>
  (a.step ?? 0) - (b.step ?? 0) || (a.ordinal ?? 0) - (b.ordinal ?? 0);

function resultWrite({ id, session, context }: ClientRequest, text: string): Write {
  const { turn, agent, tool, reply_to } = context;
  const payload: ToolResponseV1 = {
    request: { id },
    turn,
    agent,
    tool,
    status: 'ok',
    text,
    persistence: { class: 'turn', key: id },
    reply_to,
  };
  const draft = { schema_name: ToolResponse.name, context: { ...payload } };
  return { op: 'create', draft: { ...draft, ...(session === undefined ? {} : { session }) } };
}

function refuseLarge({ text, param }: ToolResult): void {
  if (Buffer.byteLength(text) <= MAX_RESULT_BYTES) return;
  const message = `The result at ${param} is larger than ${MAX_RESULT_BYTES / 1024} KiB, the limit of one result. Shorten it.`;
  throw new OpenAiError(413, { message, type: 'invalid_request_error', param, code: 'too_large' });
}

const unknownCall = ({ call, param }: ToolResult, agent: string): OpenAiError =>
  invalidParam(
    param,
    `There is no tool call ${call.slice(0, 80)} of ${agent} that this key can answer.`,
    'unknown_call',
  );

interface AnsweredCall {
  readonly request: ClientRequest;
  readonly result: ToolResult;
}

/** The tools that clients run: which calls of a turn wait for them, and what they return. */
@Injectable()
export class ClientCalls {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly stopper: TurnStopper,
  ) {}

  /** The calls in the turn on a message that have no result yet, in their order. */
  async pending(caller: Caller, turn: string, { session, created_at }: Envelope): Promise<ClientRequest[]> {
    const query = { schema: ToolRequest.name, session: session as string, since: created_at, limit: MOST };
    const { crumbs } = await this.requests.request(List, caller, query);
    const all = crumbs
      .flatMap((crumb) => asClientRequest(crumb) ?? [])
      .filter(({ context }) => context.turn.id === turn);
    const refs = all.map(({ workspace, id }) => ({ id: toolResponseId(workspace, id) }));
    const answered = new Set((await this.reader.readAvailable(caller, refs)).map(({ id }) => id));
    return all.filter(({ workspace, id }) => !answered.has(toolResponseId(workspace, id))).sort(byPlace);
  }

  /** Writes the results that end a conversation, so that the turn that asked for them continues. `listen` is called before that. */
  async answer(
    caller: Caller,
    { to, chat, listen }: { to: AddressedAgent; chat: ChatRequest; listen: (session: string) => void },
  ): Promise<ContinuedTurn> {
    const { results } = chat.calls;
    results.forEach(refuseLarge);
    const known = await this.find(
      caller,
      to,
      results.map(({ call }) => call),
    );
    const answered = results.map((result): AnsweredCall => {
      const request = known.get(result.call);
      if (!request) throw unknownCall(result, to.agent);
      return { request, result };
    });
    const message = await this.messageOf(caller, to, answered);
    await this.requireAll(caller, message, answered);
    listen(message.session as string);
    const step = Math.max(...answered.map(({ request }) => request.context.step ?? 0));
    return { message, step, isNew: await this.write(caller, answered) };
  }

  /** Before a new message: writes results that precede it, and stops turns that wait for results which the client does not send. */
  async settle(caller: Caller, to: AddressedAgent, { calls: { results, abandoned } }: ChatRequest): Promise<void> {
    const known = await this.find(caller, to, [...results.map(({ call }) => call), ...abandoned]);
    const turns = new Set(abandoned.flatMap((call) => known.get(call)?.context.turn.id ?? []));
    for (const turn of turns) await this.stopper.stop(caller, turn);
    if (turns.size > 0) return;
    const answered = results.flatMap((result) => {
      const request = known.get(result.call);
      return request ? [{ request, result }] : [];
    });
    try {
      if (answered.length > 0) await this.write(caller, answered);
    } catch (error) {
      // The turn has ended without the result, for example by its deadline; the new message is answered anyway.
      if (!(error instanceof OpenAiError)) throw error;
    }
  }

  private async find(
    caller: Caller,
    { agent }: AddressedAgent,
    calls: readonly string[],
  ): Promise<Map<string, ClientRequest>> {
    const ids = calls.flatMap((call) => CALL.exec(call)?.[1] ?? []);
    const crumbs = await this.reader.readAvailable(
      caller,
      ids.map((id) => ({ id })),
    );
    const requests = crumbs.flatMap((crumb) => asClientRequest(crumb) ?? []);
    return new Map(requests.filter(({ context }) => context.agent === agent).map((one) => [callId(one), one]));
  }

  /** The message of the turn, which begins its trail. */
  private async messageOf(
    caller: Caller,
    { agent }: AddressedAgent,
    answered: readonly AnsweredCall[],
  ): Promise<Envelope> {
    const [{ request }] = answered as [AnsweredCall];
    const message = await this.reader.read(caller, request.trail_id);
    const turn = chatTurnId(agent, message);
    const other = answered.find(({ request: { context } }) => context.turn.id !== turn);
    if (other) throw unknownCall(other.result, agent);
    return message;
  }

  private async requireAll(caller: Caller, message: Envelope, answered: readonly AnsweredCall[]): Promise<void> {
    const [{ request }] = answered as [AnsweredCall];
    const pending = await this.pending(caller, request.context.turn.id, message);
    const missing = pending.find(({ id }) => !answered.some((one) => one.request.id === id));
    if (missing)
      throw invalidParam(
        'messages',
        `The tool call ${callId(missing)} has no result: send the results of all calls at once.`,
      );
  }

  /** Returns whether any result was new. */
  private async write(caller: Caller, answered: readonly AnsweredCall[]): Promise<boolean> {
    const writes = answered.map(({ request, result }) => resultWrite(request, result.text));
    try {
      const { results } = await this.requests.request(Commit, caller, { writes });
      return results.some(({ existed }) => !existed);
    } catch (error) {
      const [{ result }] = answered as [AnsweredCall];
      if (!(error instanceof CrumbError) || (error.code !== 'turn_closed' && error.code !== 'id_conflict')) throw error;
      const why =
        error.code === 'turn_closed' ? 'has ended, by its deadline or stopped' : 'has another result for this call';
      throw invalidParam(
        result.param,
        `The turn of ${result.call} ${why}: send the message again without it.`,
        error.code,
      );
    }
  }
}
