import { Commit, List, Read } from '@crumbtrail/contracts';
import { KnownReaders, type RoutedRequest } from './known-readers';

const list = (session?: string): RoutedRequest => ({ operation: List, workspace: 'w', request: { session } });

describe('the known readers', () => {
  let now = 0;
  let readers: KnownReaders;
  beforeEach(() => {
    now = 0;
    readers = new KnownReaders(() => now);
  });

  it('without an announcement no reader is chosen', () => {
    expect(readers.choose(list('s'))).toBeNull();
  });

  it('a reader is chosen until it has not announced itself for two seconds', () => {
    readers.add('one');
    now = 2_000;
    expect(readers.choose(list('s'))).toBe('one');
    now = 2_001;
    expect(readers.choose(list('s'))).toBeNull();
  });

  it('a reader that did not answer is chosen again once it has announced itself again', () => {
    readers.add('one');
    readers.remove('one');
    expect(readers.choose(list('s'))).toBeNull();
    readers.add('one');
    expect(readers.choose(list('s'))).toBe('one');
  });

  it('requests without a session go to each reader in turn, and those of a session to one', () => {
    for (const name of ['one', 'two', 'three']) readers.add(name);
    const inTurn = [1, 2, 3].map(() => readers.choose({ operation: Read, workspace: 'w', request: { refs: [] } }));
    expect(inTurn.sort()).toEqual(['one', 'three', 'two']);
    expect(new Set([1, 2, 3].map(() => readers.choose(list('s')))).size).toBe(1);
  });

  it('an operation that writes goes to no reader', () => {
    readers.add('one');
    expect(readers.choose({ operation: Commit, workspace: 'w', request: { writes: [] } })).toBeNull();
  });

  it.each([undefined, 7, '', 'a.b', 'a>', '*', 'A', 'x'.repeat(65)])('an announcement of %p is ignored', (name) => {
    readers.add(name);
    expect(readers.choose(list('s'))).toBeNull();
  });
});
