import { OPERATIONS } from './all-operations';
import { mayCall, mayCallWithKey, mayCarryKeys, maySend } from './define-operation';
import { Commit } from './writing';
import { Status } from './stack';
import { RequestTurns, Spent } from './turns';
import { CreateKey, WhoAmI } from './keys';

describe('who may send an operation', () => {
  it('a service may send an operation in its own name where it is among the callers', () => {
    expect(mayCall(RequestTurns, 'conductor')).toBe(true);
    expect(mayCall(RequestTurns, 'tool-runner')).toBe(false);
  });

  it('an agent that is a service of its own may send what agent services may, whatever its name', () => {
    expect(mayCall(Spent, 'weather')).toBe(true);
    expect(mayCall(RequestTurns, 'weather')).toBe(false);
  });

  it('the gateway sends most operations only for a client, with its key', () => {
    expect(mayCall(Commit, 'gateway')).toBe(false);
    expect(maySend(Commit, 'gateway')).toBe(true);
    expect(mayCall(Status, 'gateway')).toBe(true);
    expect(mayCarryKeys('gateway')).toBe(true);
  });

  it('a key needs at least the role of the operation', () => {
    expect(mayCallWithKey(CreateKey, 'writer')).toBe(false);
    expect(mayCallWithKey(CreateKey, 'operator')).toBe(true);
    expect(mayCallWithKey(WhoAmI, 'reader')).toBe(true);
  });

  it('no key is enough for an operation without a role', () => {
    expect(mayCallWithKey(RequestTurns, 'operator')).toBe(false);
  });
});

describe('the list of all operations', () => {
  it('holds each name once', () => {
    const names = OPERATIONS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('holds no operation that nobody may send', () => {
    expect(OPERATIONS.filter(({ callers, forwarders }) => callers.length + forwarders.length === 0)).toEqual([]);
  });
});
