import { findRestored, listFieldChanges } from './definition-diff';

describe('listFieldChanges', () => {
  it('names added, removed and changed fields by path, and compares lists as a whole', () => {
    const before = { prompt: 'a', model: { name: 'x', temperature: 1 }, tools: ['a'], lane: 'session' };
    const after = { prompt: 'b', model: { name: 'x', temperature: 0 }, tools: ['a', 'b'], name: 'Ann' };
    expect(listFieldChanges(before, after)).toEqual([
      { path: 'lane', before: 'session', after: undefined },
      { path: 'model/temperature', before: 1, after: 0 },
      { path: 'name', before: undefined, after: 'Ann' },
      { path: 'prompt', before: 'a', after: 'b' },
      { path: 'tools', before: ['a'], after: ['a', 'b'] },
    ]);
  });

  it('finds no difference in another order of fields', () => {
    expect(listFieldChanges({ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } })).toEqual([]);
  });
});

describe('findRestored', () => {
  it('names the earliest version whose content a version brings back, whatever the order of its fields', () => {
    const [a, b] = [{ prompt: 'a', lane: 'session' }, { prompt: 'b' }];
    expect(findRestored([a, b, { lane: 'session', prompt: 'a' }, b, a])).toEqual([undefined, undefined, 1, 2, 1]);
  });

  it('names none for a first version, a new content, and a version that changed nothing', () => {
    const [a, b] = [{ prompt: 'a' }, { prompt: 'b' }];
    expect(findRestored([])).toEqual([]);
    expect(findRestored([a, a, b])).toEqual([undefined, undefined, undefined]);
  });
});
