import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from './all-operations';
import { mayCall, mayCallWithKey, mayCarryKeys, maySend } from './define-operation';
import { Commit } from './writing';
import { Status } from './stack';
import { RequestTurns, Spent } from './turns';
import { CreateKey, WhoAmI } from './keys';

describe('permission to send an operation', () => {
  it('is given to a service that is among the callers', () => {
    expect(mayCall(RequestTurns, 'conductor')).toBe(true);
    expect(mayCall(RequestTurns, 'tool-runner')).toBe(false);
  });

  it('is granted to every custom agent if agent services are among the callers', () => {
    expect(mayCall(Spent, 'weather')).toBe(true);
    expect(mayCall(RequestTurns, 'weather')).toBe(false);
  });

  it('is given to the gateway for most operations only on behalf of a client, with its key', () => {
    expect(mayCall(Commit, 'gateway')).toBe(false);
    expect(maySend(Commit, 'gateway')).toBe(true);
    expect(mayCall(Status, 'gateway')).toBe(true);
    expect(mayCarryKeys('gateway')).toBe(true);
  });

  it('requires a key with at least the role of the operation', () => {
    expect(mayCallWithKey(CreateKey, 'writer')).toBe(false);
    expect(mayCallWithKey(CreateKey, 'operator')).toBe(true);
    expect(mayCallWithKey(WhoAmI, 'reader')).toBe(true);
  });

  it('is given to no key where the operation has no role', () => {
    expect(mayCallWithKey(RequestTurns, 'operator')).toBe(false);
  });
});

describe('list of all operations', () => {
  it('contains every operation that a file of this folder declares: families are listed in all-operations.ts', () => {
    const files = readdirSync(__dirname).filter((file) => file.endsWith('.ts') && !file.includes('define-operation'));
    const declared = files.flatMap((file) =>
      [...readFileSync(join(__dirname, file), 'utf8').matchAll(/defineOperation\(\{\s+name: '([^']+)'/g)].map(
        ([, name]) => `${name} (${file})`,
      ),
    );
    const listed = OPERATIONS.map(({ name }) => name);
    expect(declared.length).toBeGreaterThanOrEqual(listed.length);
    expect(declared.filter((one) => !listed.includes(one.replace(/ \(.*/, '')))).toEqual([]);
  });

  it('contains each name once', () => {
    const names = OPERATIONS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it('contains no operation that no principal may send', () => {
    expect(OPERATIONS.filter(({ callers, forwarders }) => callers.length + forwarders.length === 0)).toEqual([]);
  });
});
