import fc from 'fast-check';
import { DeltaText } from './delta-text';

function told(run: (text: DeltaText) => void): string[] {
  const deltas: string[] = [];
  run(new DeltaText((delta) => deltas.push(delta)));
  return deltas;
}
const say = (text: string): { kind: 'text'; text: string } => ({ kind: 'text', text });
const reset = { kind: 'reset', text: '' } as const;

describe('delta text', () => {
  test('the deltas together are the whole reply, for any lost pieces and any split', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.nat(12), (pieces, heard) => {
        const whole = pieces.join('');
        const deltas = told((text) => {
          text.take(reset);
          pieces.slice(0, heard).forEach((piece) => text.take(say(piece)));
          text.finish(whole);
        });
        expect(deltas.join('')).toBe(whole);
        expect(deltas).not.toContain('');
      }),
    );
  });

  test('a reply that restarts with the same text continues where it was', () => {
    const deltas = told((text) => {
      [reset, say('Let me '), say('see.'), reset, say('Let me see.'), say(' Paris.')].forEach((one) => text.take(one));
      text.finish('Let me see. Paris.');
    });
    expect(deltas).toEqual(['Let me ', 'see.', ' Paris.']);
  });

  test('a reply that restarts with a different text is sent whole after a blank line', () => {
    const deltas = told((text) => {
      [reset, say('Let me see.'), reset, say('Pa'), say('ris.')].forEach((one) => text.take(one));
      text.finish('Paris.');
    });
    expect(deltas.join('')).toBe('Let me see.\n\nParis.');
  });

  test('no text is sent again when the final text is shorter', () => {
    expect(told((text) => (text.take(say('Paris is')), text.finish('Paris'), text.finish('')))).toEqual(['Paris is']);
  });
});
