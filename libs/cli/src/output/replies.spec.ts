import type { StreamedEvent } from '@crumbtrail/client';
import type { Envelope, TokenPiece } from '@crumbtrail/contracts';
import { ReplyPrinter } from './reply-printer';
import { responseLine } from './response-line';
import { toolLine } from './tool-line';

describe('responseLine', () => {
  const response = (context: object): Envelope =>
    ({ author: { kind: 'agent', id: 'assistant' }, context }) as unknown as Envelope;
  test.each([
    [{ action: 'speak', content: 'hi' }, 'assistant: hi'],
    [{ action: 'error', error: { code: 'x', message: 'the model is away' } }, 'assistant failed: the model is away'],
    [
      { action: 'speak', content: 'hi', late: ['elsewhere'] },
      'assistant: hi\n(assistant replied without memories: elsewhere came too late)',
    ],
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
  ])('describes %j', (context, line) => {
    expect(responseLine(response(context))).toBe(line);
  });

  test('says for whom a private reply is', () => {
    const reply = { ...response({ action: 'speak', content: 'hi' }), audience: ['user:ann', 'agent:assistant'] };
    expect(responseLine(reply)).toBe('assistant (only for user:ann, agent:assistant): hi');
  });

  test.each([
    [{ action: 'error', error: { code: 'deadline', message: 'bot took too long' } }, 'No reply: bot took too long'],
    [{ action: 'stopped', stopped_by: { kind: 'user', id: 'rita' } }, 'The turn was stopped by rita'],
    [{ action: 'stopped', error: { code: 'erased', message: 'gone' } }, 'The turn was stopped'],
  ])('does not name the store as the author of %j, which it published for the agent', (context, line) => {
    const author = { kind: 'service' as const, id: 'breadcrumb-store' };
    expect(responseLine({ ...response(context), author })).toBe(line);
  });
});

describe('toolLine', () => {
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
  ])('describes %s %j', (schema, context, line) => {
    expect(toolLine(happened(schema, context))).toBe(line);
  });

  test('is null for a tool call the reader cannot see', () => {
    expect(toolLine({ kind: 'created', schema_name: 'tool.request.v1' } as StreamedEvent)).toBeNull();
  });
});

describe('ReplyPrinter', () => {
  const piece = (index: number, text: string, more: Partial<TokenPiece> = {}): TokenPiece => ({
    turn: 't',
    agent: 'assistant',
    attempt: 1,
    index,
    kind: index === 0 ? 'reset' : 'text',
    text,
    audience: 'all',
    ...more,
  });
  const response = { context: { action: 'speak', content: 'Hello', turn: { id: 't' } } } as unknown as Envelope;

  test('prints a reply while it is written, and not a second time when it is complete', () => {
    let screen = '';
    const live = new ReplyPrinter((text) => (screen += text));
    [piece(0, ''), piece(1, 'Hel'), piece(2, 'lo'), piece(3, '', { kind: 'end' })].forEach((one) => live.addPiece(one));
    expect([screen, live.hasShown(response)]).toEqual(['assistant: Hello\n', true]);
  });

  test('says for whom a private reply is before it is written', () => {
    let screen = '';
    const live = new ReplyPrinter((text) => (screen += text));
    live.addPiece(piece(0, '', { audience: ['user:ann'] }));
    live.addPiece(piece(1, 'Hello', { audience: ['user:ann'] }));
    expect(screen).toBe('assistant (only for user:ann): Hello');
  });

  test('starts over when the reply is reset, and skips other replies meanwhile', () => {
    let screen = '';
    const live = new ReplyPrinter((text) => (screen += text));
    const pieces = [piece(0, ''), piece(1, 'Go'), piece(0, '', { turn: 'u' }), piece(1, 'no', { turn: 'u' })];
    [...pieces, piece(0, '', { attempt: 2 }), piece(1, 'Hello', { attempt: 2 })].forEach((one) => live.addPiece(one));
    live.finish();
    expect([screen, live.hasShown(response)]).toEqual(['assistant: Go\n(retrying…)\nassistant: Hello\n', true]);
  });

  test('prints a tool call on a separate line', () => {
    let screen = '';
    const live = new ReplyPrinter((text) => (screen += text));
    [piece(0, ''), piece(1, 'Let me see.')].forEach((one) => live.addPiece(one));
    live.printNote('dice: 7');
    [piece(0, '', { attempt: 2 }), piece(1, 'Hello', { attempt: 2 })].forEach((one) => live.addPiece(one));
    live.finish();
    expect([screen, live.hasShown(response)]).toEqual([
      'assistant: Let me see.\n  · dice: 7\nassistant: Hello\n',
      true,
    ]);
  });

  test('does not print the text of a stopped reply again', () => {
    const live = new ReplyPrinter(() => undefined);
    [piece(0, ''), piece(1, 'Hello the')].forEach((one) => live.addPiece(one));
    live.finish();
    const stopped = (content?: string): Envelope =>
      ({ context: { action: 'stopped', content, turn: { id: 't' } } }) as unknown as Envelope;
    expect([live.hasShown(stopped('Hello')), live.hasShown(stopped()), live.hasShown(stopped('Bye'))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('does not count a reply with missing pieces as printed', () => {
    const live = new ReplyPrinter(() => undefined);
    [piece(0, ''), piece(2, 'lo'), piece(3, '', { kind: 'end' })].forEach((one) => live.addPiece(one));
    expect(live.hasShown(response)).toBe(false);
  });
});
