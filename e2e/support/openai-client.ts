import OpenAI from 'openai';
import { AgentResponse, type AgentResponseV1, type Envelope } from '@crumbtrail/contracts';
import { Conversations } from './conversations';
import type { StackInUse } from './fixture';

export type ChatMessage = OpenAI.ChatCompletionMessageParam;

/** A message of the user. */
export const user = (content: string): ChatMessage => ({ role: 'user', content });

/** The parameters of a request besides its messages. */
export type ChatOptions = Partial<Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'messages'>>;

/** An answer, and its session. */
export interface ChatReply {
  readonly text: string;
  readonly session: string;
  readonly answer: OpenAI.ChatCompletion;
}

/** The openai package, unchanged, as a client of one stack. */
export class OpenAiClient {
  readonly openai: OpenAI;
  private readonly conversations: Conversations;

  constructor(stack: StackInUse, key = stack.key) {
    this.openai = new OpenAI({ baseURL: `${stack.api.url}/v1`, apiKey: key });
    this.conversations = new Conversations(stack);
  }

  /** Sends messages to `assistant`, unless `more` names another model. */
  async ask(messages: ChatMessage[], more: ChatOptions = {}): Promise<ChatReply> {
    const asked = this.openai.chat.completions.create({ model: 'assistant', messages, ...more });
    const { data, response } = await asked.withResponse();
    const session = response.headers.get('crumbtrail-session') ?? '';
    return { text: data.choices[0]?.message.content ?? '', session, answer: data };
  }

  /** The stored responses of a session. */
  stored(session: string): Promise<Envelope<AgentResponseV1>[]> {
    return this.conversations.listCrumbs<AgentResponseV1>(AgentResponse.name, session);
  }
}
