import fc from 'fast-check';
import { DeltaText } from './delta-text';

function told(run: (text: DeltaText) => void): string[] {
  const deltas: string[] = [];
  run(new DeltaText((delta) => deltas.push(delta)));
  return deltas;
}
const say = (text: string): { kind: 'text'; text: string } => ({ kind: 'text', text });
const reset = { kind: 'reset', text: '' } as const;

describe('deltas of a reply', () => {
  test('together are the whole reply, whatever came of it and wherever it was cut', () => {
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

  test('a reply that begins anew and says the same goes on where it was', () => {
    const deltas = told((text) => {
      [reset, say('Let me '), say('see.'), reset, say('Let me see.'), say(' Paris.')].forEach((one) => text.take(one));
      text.finish('Let me see. Paris.');
    });
    expect(deltas).toEqual(['Let me ', 'see.', ' Paris.']);
  });

  test('one that says something else stands after a blank line, whole', () => {
    const deltas = told((text) => {
      [reset, say('Let me see.'), reset, say('Pa'), say('ris.')].forEach((one) => text.take(one));
      text.finish('Paris.');
    });
    expect(deltas.join('')).toBe('Let me see.\n\nParis.');
  });

  test('nothing that was told is told again when the end says less', () => {
    expect(told((text) => (text.take(say('Paris is')), text.finish('Paris'), text.finish('')))).toEqual(['Paris is']);
  });
});
