import fc from 'fast-check';
import { chooseReader } from './choose-reader';

const readers = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,12}$/), { minLength: 1, maxLength: 8 });
const keys = fc.array(fc.string(), { minLength: 1, maxLength: 50 });

describe('the reader of a session', () => {
  it('is the same in whatever order the readers are listed', () => {
    fc.assert(
      fc.property(readers, keys, (names, sessions) => {
        for (const one of sessions) expect(chooseReader([...names].reverse(), one)).toBe(chooseReader(names, one));
      }),
    );
  });

  it('stays the same when another reader ends, and is the new one or stays the same when one comes', () => {
    fc.assert(
      fc.property(readers, keys, ([last = '', ...rest], sessions) => {
        for (const one of sessions) {
          const before = chooseReader([last, ...rest], one);
          if (before !== last) expect(chooseReader(rest, one)).toBe(before);
        }
      }),
    );
  });

  it('is one of two readers about as often as the other', () => {
    const sessions = Array.from({ length: 1_000 }, (_, n) => `session ${n}`);
    const first = sessions.filter((one) => chooseReader(['a', 'b'], one) === 'a').length;
    expect(first).toBeGreaterThan(400);
    expect(first).toBeLessThan(600);
  });

  it('is nobody without readers', () => {
    expect(chooseReader([], 'session')).toBeNull();
  });
});
