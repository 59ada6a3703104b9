import { ToolResponse, type ToolResponseV1 } from '@crumbtrail/contracts';
import { TestStack, type ModelCall, type Script, type StackSettings } from '@crumbtrail/testing';
import type { EndedTurn, SentMessage } from './conversations';
import { WITHOUT_MEMORY } from './fewer-services';
import { ToolTurns } from './tool-turns';

/** The message that a model call is about: the last line of its context. */
function messageOf({ body }: ModelCall): string {
  const last = body.messages?.[1]?.content.trim().split('\n').at(-1) ?? '';
  return last.replace(/^[^:]*: /, '');
}

/** Turns of one agent that calls `echo` and `calculator` in tags mode; a test gives the replies of the model. */
export class TagTurns {
  private readonly plans = new Map<string, Script[]>();
  private said = 0;

  private constructor(
    readonly stack: TestStack,
    readonly turns: ToolTurns,
  ) {
    stack.model.otherwise((call) => this.plans.get(messageOf(call))?.shift() ?? { say: '<wait/>' });
  }

  /** Two executors, two tool-runners; without a memory-keeper unless the settings name it. */
  static async start(settings: StackSettings = {}): Promise<TagTurns> {
    const two = { replicas: 2 };
    const stack = await TestStack.start({
      ...settings,
      services: { ...WITHOUT_MEMORY, 'agent-executor': two, 'tool-runner': two, ...settings.services },
    });
    const all = new TagTurns(stack, new ToolTurns(stack));
    await all.turns.whenAvailable('calculator');
    await all.turns.grant({ tools: ['echo', 'calculator'], tool_mode: 'tags' });
    return all;
  }

  get conversations(): ToolTurns['conversations'] {
    return this.turns.conversations;
  }

  /** Sends a message to the session; the model answers with these replies, one for each call. */
  say(session: string, ...replies: readonly (string | Script)[]): Promise<SentMessage> {
    const content = `what now, in ${session} (${(this.said += 1)})?`;
    this.plans.set(
      content,
      replies.map((reply) => (typeof reply === 'string' ? { say: reply } : reply)),
    );
    return this.conversations.say(session, content);
  }

  async turnOf(message: SentMessage | Promise<SentMessage>): Promise<EndedTurn> {
    const [ended] = await this.conversations.waitForTurns([await message]);
    return ended as EndedTurn;
  }

  /** The model calls in turns about the message. */
  callsAbout({ content }: SentMessage): ModelCall[] {
    return this.stack.model.calls.filter((call) => messageOf(call) === content);
  }

  /** The prompt of one of those calls, as one text. */
  sent(message: SentMessage, at: number): string {
    return (this.callsAbout(message)[at]?.body.messages ?? []).map(({ content }) => content).join('\n');
  }

  async responsesIn(session: string): Promise<ToolResponseV1[]> {
    return (await this.conversations.listCrumbs<ToolResponseV1>(ToolResponse.name, session)).map(
      ({ context }) => context,
    );
  }
}
