import type { StreamedEvent } from '@crumbtrail/client';
import type { Envelope, TokenPiece } from '@crumbtrail/contracts';
import { ReplyPrinter } from './reply-printer';
import { responseLine } from './response-line';
import { toolLine } from './tool-line';

describe('what came of a turn', () => {
  const response = (context: object): Envelope =>
    ({ author: { kind: 'agent', id: 'assistant' }, context }) as unknown as Envelope;
  test.each([
    [{ action: 'speak', content: 'hi' }, 'assistant: hi'],
    [{ action: 'error', error: { code: 'x', message: 'the model is away' } }, 'assistant failed: the model is away'],
    [{ action: 'wait' }, 'assistant decided not to reply'],
    [{ action: 'wait', error: { code: 'x', message: 'it is muted' } }, 'assistant did not reply: it is muted'],
    [
      { action: 'error', content: 'Onc', partial: true, error: { code: 'x', message: 'cut' } },
      'assistant: Onc\nassistant failed: cut',
    ],
    [
      { action: 'stopped', content: 'Once', partial: true, stopped_by: { kind: 'user', id: 'rita' } },
      'assistant: Once\nassistant was stopped by rita',
    ],
    [{ action: 'stopped' }, 'assistant was stopped'],
  ])('%j', (context, line) => {
    expect(responseLine(response(context))).toBe(line);
  });

  test.each([
    [{ action: 'error', error: { code: 'deadline', message: 'bot took too long' } }, 'No reply: bot took too long'],
    [{ action: 'stopped', stopped_by: { kind: 'user', id: 'rita' } }, 'The turn was stopped by rita'],
    [{ action: 'stopped', error: { code: 'erased', message: 'gone' } }, 'The turn was stopped'],
  ])('%j, left by the store, is not put down to the store', (context, line) => {
    const author = { kind: 'service' as const, id: 'breadcrumb-store' };
    expect(responseLine({ ...response(context), author })).toBe(line);
  });
});

describe('a tool that is used', () => {
  const happened = (schema_name: string, context: object): StreamedEvent =>
    ({ kind: 'created', schema_name, crumb: { context } }) as unknown as StreamedEvent;
  test.each([
    ['tool.request.v1', { agent: 'assistant', tool: 'dice', input: { n: 2 } }, 'assistant calls dice {"n":2}'],
    ['tool.response.v1', { tool: 'dice', text: '7\n', duration_ms: 4 }, 'dice: 7 (4 ms)'],
    [
      'tool.response.v1',
      { tool: 'dice', text: 'x', error: { code: 'timeout', message: 'late' } },
      'dice: failed (timeout): late',
    ],
    ['user.message.v1', { content: 'x' }, null],
  ])('%s %j', (schema, context, line) => {
    expect(toolLine(happened(schema, context))).toBe(line);
  });

  test('and may not be seen, is not shown', () => {
    expect(toolLine({ kind: 'created', schema_name: 'tool.request.v1' } as StreamedEvent)).toBeNull();
  });
});

describe('a reply while it is written', () => {
  const piece = (index: number, text: string, more: Partial<TokenPiece> = {}): TokenPiece => ({
    ...{
      turn: 't',
      agent: 'assistant',
      attempt: 1,
      index,
      kind: index === 0 ? 'reset' : 'text',
      text,
      audience: 'all',
    },
    ...more,
  });
  const response = { context: { action: 'speak', content: 'Hello', turn: { id: 't' } } } as unknown as Envelope;

  test('appears as it comes, and is not shown twice', () => {
    let screen = '';
    const live = new ReplyPrinter((text) => (screen += text));
    [piece(0, ''), piece(1, 'Hel'), piece(2, 'lo'), piece(3, '', { kind: 'end' })].forEach((one) => live.addPiece(one));
    expect([screen, live.hasShown(response)]).toEqual(['assistant: Hello\n', true]);
  });

  test('begins anew when it is reset, and another reply meanwhile is left for later', () => {
    let screen = '';
    const live = new ReplyPrinter((text) => (screen += text));
    const pieces = [piece(0, ''), piece(1, 'Go'), piece(0, '', { turn: 'u' }), piece(1, 'no', { turn: 'u' })];
    [...pieces, piece(0, '', { attempt: 2 }), piece(1, 'Hello', { attempt: 2 })].forEach((one) => live.addPiece(one));
    live.finish();
    expect([screen, live.hasShown(response)]).toEqual(['assistant: Go\n(retrying…)\nassistant: Hello\n', true]);
  });

  test('a tool that is used meanwhile stands on a line of its own', () => {
    let screen = '';
    const live = new ReplyPrinter((text) => (screen += text));
    [piece(0, ''), piece(1, 'Let me see.')].forEach((one) => live.addPiece(one));
    live.printNote('dice: 7');
    [piece(0, '', { attempt: 2 }), piece(1, 'Hello', { attempt: 2 })].forEach((one) => live.addPiece(one));
    live.finish();
    expect([screen, live.hasShown(response)]).toEqual([
      ...['assistant: Let me see.\n  · dice: 7\nassistant: Hello\n', true],
    ]);
  });

  test('of one that was stopped, what was shown is not shown again', () => {
    const live = new ReplyPrinter(() => undefined);
    [piece(0, ''), piece(1, 'Hello the')].forEach((one) => live.addPiece(one));
    live.finish();
    const stopped = (content?: string): Envelope =>
      ({ context: { action: 'stopped', content, turn: { id: 't' } } }) as unknown as Envelope;
    expect([live.hasShown(stopped('Hello')), live.hasShown(stopped()), live.hasShown(stopped('Bye'))]).toEqual([
      ...[true, true, false],
    ]);
  });

  test('one that was missed in part is not taken as shown', () => {
    const live = new ReplyPrinter(() => undefined);
    [piece(0, ''), piece(2, 'lo'), piece(3, '', { kind: 'end' })].forEach((one) => live.addPiece(one));
    expect(live.hasShown(response)).toBe(false);
  });
});
