import {
  type AgentAddress,
  type AgentAttachment,
  type AgentQuery,
  type AgentRefusal,
  type AnswerChunk,
  type AnswerStream,
  encodePrompt,
  type PromptableAgent,
  type PromptedAgents,
} from '@crumbtrail/bus';
import { ASK_PERSON } from '@crumbtrail/contracts';
import type { FailureCode, Model, ModelListener, ModelReply, ModelRequest } from '@crumbtrail/prompting';
import { reachRemote } from './attempts';
import { type AnsweredQuery, findAnsweredQuery, queryCall } from './query-call';
import { RemoteDelay, RemoteRefusal } from './remote-errors';
import { flattenPrompt, picturesOf } from './remote-prompt';
import { ShownText } from './shown-text';

/** Whom to prompt on NATS, and what is known of this prompt. */
export interface NatsQuestion {
  readonly address: AgentAddress;
  /** The same whenever the same question is asked again. */
  readonly promptId: string;
  /** Whether a process that is gone may have sent the prompt. */
  readonly mayBeSent: boolean;
  readonly agents: PromptedAgents;
  /** Called with the name of an answer that is held until people have answered its question. */
  readonly onHold: (held: string) => void;
}

/** Milliseconds without any message after which a caller of the protocol gives a stream up. */
const SILENCE_MS = 60_000;

const NOBODY_TO_ASK =
  'deny: nobody can be asked here, because the definition of this agent does not grant it ask_person. Go on without an answer.';

/** The failures for the codes of the protocol; `model_error` for all others. */
const FAILURES: Readonly<Record<number, FailureCode>> = { 401: 'refused', 403: 'refused', 429: 'rate_limited' };

/** An agent elsewhere that is prompted by the agent protocol of NATS, in place of a model. */
export class NatsAgent implements Model {
  readonly description: string;
  private readonly name: string;
  private mayBeSent: boolean;

  constructor(private readonly question: NatsQuestion) {
    const { agent, owner, name } = question.address;
    this.name = `nats:${agent}/${owner}/${name}`;
    this.description = `the agent ${name} of ${owner} on NATS (${agent})`;
    this.mayBeSent = question.mayBeSent;
  }

  generate(request: ModelRequest, listener: ModelListener, signal: AbortSignal): Promise<ModelReply> {
    const shown = new ShownText(listener);
    let answered = findAnsweredQuery(request.messages);
    const work = { name: this.name, description: this.description, shown, signal };
    return reachRemote(work, async () => {
      const query = answered;
      answered = undefined;
      const stream = (query && (await this.goOn(query))) ?? (await this.send(request));
      shown.begin();
      return this.read(stream, { request, shown, signal });
    });
  }

  /** The stream that waits for the answer to a question; undefined where the process that held it is gone. */
  private async goOn({ held, text }: AnsweredQuery): Promise<AnswerStream | undefined> {
    this.mayBeSent = true;
    return this.question.agents.take(held, text);
  }

  private async send(request: ModelRequest): Promise<AnswerStream> {
    const { agents, promptId } = this.question;
    const agent = await agents.find(this.question.address);
    if (!agent) throw new Error('it is not online');
    requireReachable(agent);
    if (this.mayBeSent && !agent.knows_repetitions) {
      const why = 'may have got this prompt already, and its program does not recognise repetitions';
      throw new RemoteRefusal('disconnected', `its answer was lost: it ${why}. Send the message again`);
    }
    const payload = await this.encode(request, agent);
    this.mayBeSent = true;
    return agents.prompt(agent, payload, promptId);
  }

  private async encode(request: ModelRequest, agent: PromptableAgent): Promise<string> {
    const pictures = picturesOf(request);
    const attachments: AgentAttachment[] = agent.takes_attachments
      ? pictures.map(({ name, data }) => ({ filename: name, content: data }))
      : [];
    const left = agent.takes_attachments ? [] : pictures.map(({ name }) => name);
    const note = left.length > 0 ? `\n\n[It takes no files. Not sent: ${left.join(', ')}]` : '';
    const payload = encodePrompt({ prompt: flattenPrompt(request) + note, attachments, id: this.question.promptId });
    const [bytes, most] = [Buffer.byteLength(payload), await this.question.agents.mostBytes(agent)];
    if (bytes > most) {
      const remedy = attachments.length > 0 ? 'send smaller pictures' : 'lower the budget of its context';
      throw new RemoteRefusal('refused', `the prompt has ${bytes} bytes, and it takes ${most} at most: ${remedy}`);
    }
    return payload;
  }

  private async read(stream: AnswerStream, work: ReadingWork): Promise<RemoteReply> {
    let reply: RemoteReply | undefined;
    try {
      for (let hasBegun = false; !reply; hasBegun = true) {
        const chunk = await stream.next(SILENCE_MS, work.signal);
        if (chunk) reply = await this.take(chunk, { ...work, stream });
        else await this.requireLife(hasBegun);
      }
      return reply;
    } finally {
      // The stream of a reply with a question is held.
      if (!reply?.calls) stream.close();
    }
  }

  /** What a chunk ends the call with; undefined where more follows. */
  private async take(chunk: AnswerChunk, work: OpenAnswer): Promise<RemoteReply | undefined> {
    const { shown } = work;
    if (chunk.kind === 'text') shown.append(chunk.text);
    if (chunk.kind === 'error') this.fail(chunk.refusal, shown);
    if (chunk.kind === 'malformed') throw new RemoteRefusal('bad_stream', `it broke the protocol with ${chunk.why}`);
    if (chunk.kind === 'nobody') {
      this.mayBeSent = this.question.mayBeSent;
      throw new Error('nobody takes its prompts');
    }
    if (chunk.kind === 'query') return this.ask(chunk.query, work);
    const { text } = shown;
    return chunk.kind === 'end' ? { content: text.trimEnd(), shown: text, finish_reason: 'stop' } : undefined;
  }

  /** A stream without its first acknowledgement is lost, and so is one whose agent does not say that it is alive, or would have kept it alive. */
  private async requireLife(hasBegun: boolean): Promise<void> {
    const { agents, address } = this.question;
    const agent = hasBegun ? await agents.find(address) : undefined;
    if (agent && !agent.knows_repetitions && (await agents.isAlive(agent))) return;
    throw new Error(`it was silent for ${SILENCE_MS / 1_000} s`);
  }

  /** Asks people; undefined where nobody can be asked, which the agent is told. */
  private async ask(
    { prompt, reply_subject }: AgentQuery,
    { request, shown, stream }: OpenAnswer,
  ): Promise<RemoteReply | undefined> {
    const { agents, onHold } = this.question;
    if (!request.tools?.some(({ name }) => name === ASK_PERSON)) {
      await agents.reply(reply_subject, NOBODY_TO_ASK);
      return undefined;
    }
    const { text } = shown;
    const held = await agents.hold({ stream, reply_subject, text });
    onHold(held);
    return { content: text, shown: text, calls: [queryCall(held, prompt)], finish_reason: 'tool_calls' };
  }

  private fail({ status, message, retry_after_s }: AgentRefusal, shown: ShownText): never {
    const code = FAILURES[status] ?? 'model_error';
    const what = `it ended with the error ${status}${message === '' ? '' : `: ${message}`}`;
    if (retry_after_s === undefined || shown.text !== '') throw new RemoteRefusal(code, what);
    // It says itself that it has not answered.
    this.mayBeSent = this.question.mayBeSent;
    throw new RemoteDelay(what, code, retry_after_s * 1_000);
  }
}

type RemoteReply = Omit<ModelReply, 'model' | 'attempts'>;

/** What reading an answer works with. */
interface ReadingWork {
  readonly request: ModelRequest;
  readonly shown: ShownText;
  readonly signal: AbortSignal;
}

interface OpenAnswer extends ReadingWork {
  readonly stream: AnswerStream;
}

function requireReachable({ is_compatible, protocol_version, min_sender_trust }: PromptableAgent): void {
  if (!is_compatible)
    throw new RemoteRefusal('refused', `it speaks the version ${protocol_version} of the protocol, and not 0.3`);
  if (min_sender_trust !== 'any')
    throw new RemoteRefusal('refused', 'it answers only signed prompts, and Crumbtrail does not sign its prompts');
}
