import { type BaseEvent, EventType } from '@ag-ui/core';
import type { TokenPiece } from '@crumbtrail/contracts';
import { RunEvents } from './run-events';

const piece = (kind: TokenPiece['kind'], text = ''): TokenPiece => ({ kind, text }) as TokenPiece;

/** The texts of the messages, by their ids, and the types of the events; each text must be open while it grows and closed at the end. */
function play(work: (events: RunEvents) => void): { readonly texts: string[]; readonly types: string[] } {
  const texts = new Map<string, string>();
  const types: string[] = [];
  let open: string | undefined;
  const events = new RunEvents({ threadId: 'kitchen', runId: 'one' }, (event: BaseEvent) => {
    const { messageId = '', delta = '' } = event as { messageId?: string; delta?: string };
    types.push(event.type);
    if (event.type === EventType.TEXT_MESSAGE_START) open = messageId;
    else if (event.type === EventType.TEXT_MESSAGE_CONTENT) {
      expect(messageId).toBe(open);
      texts.set(messageId, (texts.get(messageId) ?? '') + delta);
    } else {
      if (event.type === EventType.TEXT_MESSAGE_END) expect(messageId).toBe(open);
      open = undefined;
    }
  });
  work(events);
  expect(open).toBeUndefined();
  return { texts: [...texts.values()], types };
}

describe('the events of a run', () => {
  test('a text that begins anew is another message, and the answer is the last one', () => {
    const { texts } = play((events) => {
      [piece('reset'), piece('text', 'Let me '), piece('text', 'see.'), piece('reset')].forEach((one) =>
        events.hear(one),
      );
      events.call({ id: 'call_1', tool: 'calculator', input: {} });
      events.result({ id: 'r', call: 'call_1', text: '2' });
      events.hear(piece('text', 'It is'));
      events.finish('It is two.', { type: 'success' });
    });
    expect(texts).toEqual(['Let me see.', 'It is two.']);
  });

  test('a text that repeats itself is not sent again', () => {
    const { texts } = play((events) => {
      [piece('text', 'One, two'), piece('reset'), piece('text', 'One, '), piece('text', 'two, three')].forEach((one) =>
        events.hear(one),
      );
      events.finish('One, two, three', { type: 'success' });
    });
    expect(texts).toEqual(['One, two, three']);
  });

  test('an answer without pieces is one message, no answer is none, and a failure closes what is open', () => {
    expect(play((events) => events.finish('Yes.', { type: 'success' })).texts).toEqual(['Yes.']);
    expect(play((events) => events.finish('', { type: 'success' })).types).toEqual([EventType.RUN_FINISHED]);
    const failed = play((events) => {
      events.hear(piece('text', 'half'));
      events.fail('The model is down.', 'unavailable');
    });
    expect(failed.types.slice(-2)).toEqual([EventType.TEXT_MESSAGE_END, EventType.RUN_ERROR]);
  });
});
