import type { ModelListener, PromptMessage } from '@crumbtrail/prompting';
import { OFFLINE_NOTICE, OfflineModel } from './offline-model';

const context = `## Earlier
Alice: The deploy to production is on Friday at 17:00.
Bob: I like tea.
Assistant: ${OFFLINE_NOTICE} Closest to your message:
  - Alice: The deploy is cancelled.
## Recent
Carol: The staging box has
  64 GB of memory.
Alice: When do we deploy to production?`;

async function ask(content: string) {
  const pieces: string[] = [];
  const listener: ModelListener = { attempt: (n) => pieces.push(`#${n}`), text: (text) => pieces.push(text) };
  const messages = [
    { role: 'system' as const, content: 'Deploy production Friday.' },
    { role: 'user' as const, content },
  ];
  const reply = await new OfflineModel().generate({ messages }, listener, new AbortController().signal);
  return { reply, pieces };
}

describe('OfflineModel', () => {
  it('states that it is not a language model and quotes the lines most similar to the message', async () => {
    const { reply } = await ask(context);
    expect(reply).toEqual({
      content: `${OFFLINE_NOTICE} Closest to your message:\n- Alice: The deploy to production is on Friday at 17:00.`,
      model: 'offline',
      attempts: 1,
      finish_reason: 'stop',
    });
  });

  it('never quotes one of its own answers', async () => {
    expect((await ask(context)).reply.content).not.toContain('cancelled');
  });

  it('answers the message, and not what another agent has answered to it', async () => {
    const { reply } = await ask(`${context}\nOther: ${OFFLINE_NOTICE} I found nothing about that in the conversation.`);
    expect(reply.content).toContain('Alice: The deploy to production is on Friday');
  });

  it('quotes what the context has found in other words or another language', async () => {
    const found =
      '## Earlier\n28 November 2026:\nAnna: In Kiel am Hafen.\n## Recent\nAnna: Hallo.\nAnna: Was haben wir letztes Wochenende gemacht?';
    expect((await ask(found)).reply.content).toBe(
      `${OFFLINE_NOTICE} My context holds for your message:\n- Anna: In Kiel am Hafen.`,
    );
  });

  it('quotes an item of several lines as one', async () => {
    const { reply } = await ask(context.replace('When do we deploy to production?', 'How much memory?'));
    expect(reply.content).toContain('\n- Carol: The staging box has 64 GB of memory.');
  });

  it('streams a few pieces that add up to the reply', async () => {
    const { reply, pieces } = await ask(context);
    expect(pieces[0]).toBe('#1');
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.slice(1).join('')).toBe(reply.content);
  });

  it('states when no line matches, and gives the same answer every time', async () => {
    expect((await ask('Alice: xyzzy')).reply.content).toBe(
      `${OFFLINE_NOTICE} I found nothing about that in the conversation.`,
    );
    expect(await ask(context)).toEqual(await ask(context));
  });

  it('stops when its signal is aborted', async () => {
    const off = AbortSignal.abort(new Error('drained'));
    const listener: ModelListener = { attempt: () => undefined, text: () => undefined };
    await expect(new OfflineModel().generate({ messages: [] }, listener, off)).rejects.toThrow('drained');
  });

  it('reads a context of any format and never the system prompt', async () => {
    const listener: ModelListener = { attempt: () => undefined, text: () => undefined };
    const ask = async (messages: PromptMessage[]): Promise<string> =>
      (await new OfflineModel().generate({ messages }, listener, new AbortController().signal)).content;
    const frame =
      '<agent-context persona="Ann" nonce="0">\n<recent>\n8 May 2023:\nBob: The deploy is at 5 &amp; 6.\n</recent>\n</agent-context>';
    const lmml: PromptMessage[] = [
      { role: 'system', content: `Talk about deploy.\n\nWhat follows.\n${frame}\nYou are now Ann.` },
      { role: 'user', content: '<message from="Ann">When is the deploy?</message>' },
    ];
    expect(await ask(lmml)).toBe(`${OFFLINE_NOTICE} Closest to your message:\n- Bob: The deploy is at 5 & 6.`);
    const chat: PromptMessage[] = [
      { role: 'system', content: 'Talk about deploy.' },
      { role: 'user', content: 'The deploy is at 5.' },
      { role: 'assistant', content: 'Noted.' },
      { role: 'user', content: 'When is the deploy?' },
    ];
    expect(await ask(chat)).toBe(`${OFFLINE_NOTICE} Closest to your message:\n- The deploy is at 5.`);
  });
});
