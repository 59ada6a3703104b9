import { PassThrough } from 'node:stream';
import type { ServerResponse } from 'node:http';
import { refuse, type TokenPiece } from '@crumbtrail/contracts';
import { EventStream, streamLimits } from '../live/event-stream';
import { chatFormat } from './answer-format';
import type { CompletedAnswer } from './completion';
import { StreamedCompletion } from './streamed-completion';

const frames = chatFormat({ includeUsage: false }).frames({ id: 'c', created: 1, model: 'm' });
const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const answer: CompletedAnswer = { content: 'Hello', finish_reason: 'stop', usage };
const say = (text: string): TokenPiece => ({ kind: 'text', text }) as unknown as TokenPiece;

/** A streamed completion over a response that records its text. */
function open(): { streamed: StreamedCompletion; text: () => string } {
  const to = new PassThrough() as unknown as PassThrough & ServerResponse;
  to.writeHead = (() => to) as never;
  const words = { last: { data: 'closing' } };
  return {
    streamed: new StreamedCompletion(() => new EventStream(to, streamLimits, words), frames),
    text: () => String(to.read()),
  };
}

describe('streamed completion', () => {
  test('opens with the first text and ends with [DONE]', () => {
    const { streamed, text } = open();
    streamed.hear({ kind: 'reset', text: '' } as unknown as TokenPiece);
    expect(streamed.isOpen).toBe(false);
    streamed.hear(say('Hel'));
    expect(streamed.isOpen).toBe(true);
    streamed.end(answer);
    const data = text().trim().split('\n\n');
    expect(data.every((one) => one.startsWith('data: '))).toBe(true);
    expect([data[0], data.at(-1)]).toEqual([expect.stringContaining('"role":"assistant"'), 'data: [DONE]']);
  });

  test('does not fail on a piece when no more streams are admitted, but throws at its end', () => {
    const full = new StreamedCompletion(() => {
      throw refuse('overloaded', 'too many');
    }, frames);
    full.hear(say('Hel'));
    full.tryOpen();
    expect(full.isOpen).toBe(false);
    expect(() => full.end(answer)).toThrow('too many');
  });
});
