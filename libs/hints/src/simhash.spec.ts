import fc from 'fast-check';
import { hammingDistance, simhash } from './simhash';

describe('simhash', () => {
  test('is 16 hex digits for any text, deterministic, and at distance 0 from itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const hash = simhash(text);
        expect(hash).toMatch(/^[0-9a-f]{16}$/);
        expect(simhash(text)).toBe(hash);
        expect(hammingDistance(hash, hash)).toBe(0);
      }),
    );
  });

  test('stays as it is stored', () => {
    expect(simhash('The deploy failed at step 3, because the token had expired.')).toBe('8d42a8fbcd98ecc7');
    expect(simhash('👍')).toBe('feffca7f1800d631');
  });

  test('does not depend on case, punctuation or spacing', () => {
    expect(simhash('Hello,  World!')).toBe(simhash('hello world'));
  });

  test('is near for similar texts and far for different ones', () => {
    const text =
      'The gateway hears a person and leaves a message; the store keeps it and announces it; the conductor decides who speaks, ' +
      'and asks for a turn; the builder retrieves, fits and formats, and leaves a context for the agent that answers it';
    expect(hammingDistance(simhash(text), simhash(`${text} soon`))).toBeLessThanOrEqual(8);
    expect(
      hammingDistance(simhash(text), simhash('An entirely different sentence about boats and harbours')),
    ).toBeGreaterThan(16);
  });

  test('distinguishes emoji', () => {
    expect(simhash('👍')).not.toBe(simhash('👎'));
  });

  test('counts differing bits', () => {
    expect(hammingDistance('0000000000000000', 'ffffffffffffffff')).toBe(64);
    expect(hammingDistance('8000000000000001', '0000000000000000')).toBe(2);
  });
});
