import type { CrumbError } from '../problem';
import { OPERATIONS } from './all-operations';
import { CreateKey } from './keys';
import { Read } from './reading';
import { compileRequestCheck } from './request-check';
import { Commit } from './writing';

const refusal = (operation: Parameters<typeof compileRequestCheck>[0], request: unknown): CrumbError['problem'] => {
  try {
    compileRequestCheck(operation)(request);
  } catch (error) {
    return (error as CrumbError).problem;
  }
  throw new Error('The request was accepted.');
};

it('accepts a valid request', () => {
  expect(() => compileRequestCheck(Read)({ refs: [{ id: 'a', version: 1 }, { id: 'b' }], as_of: 3 })).not.toThrow();
});

it('refuses an invalid request with every issue, each with its JSON pointer and rule', () => {
  const { code, message, issues } = refusal(Read, { refs: [{ version: 0 }], as_of: -1 });
  expect([code, message]).toEqual(['invalid_payload', 'This request is not valid.']);
  expect(issues?.map(({ path, rule }) => [path, rule])).toEqual([
    ['/refs/0/id', 'required'],
    ['/refs/0/version', 'minimum'],
    ['/as_of', 'minimum'],
  ]);
});

it('reports a wrong value of an enumeration once, with the allowed values', () => {
  const { issues } = refusal(CreateKey, { participant: { kind: 'robot', id: 'r' }, role: 5 });
  expect(issues?.map(({ path, rule }) => [path, rule])).toEqual([
    ['/participant/kind', 'enum'],
    ['/role', 'enum'],
  ]);
  expect(issues?.[1]?.message).toContain('reader, writer, operator');
});

it('reports an invalid time once, as a format error', () => {
  const request = { participant: { kind: 'user', id: 'ann' }, role: 'reader', expires_at: 'tomorrow' };
  expect(refusal(CreateKey, request).issues?.map(({ path, rule }) => [path, rule])).toEqual([
    ['/expires_at', 'format'],
  ]);
});

it('refuses an unknown field of a closed object', () => {
  const participant = { kind: 'user', id: 'ann', admin: true };
  expect(refusal(CreateKey, { participant, role: 'reader' }).issues?.[0]).toMatchObject({
    path: '/participant/admin',
    rule: 'additionalProperties',
  });
});

it('requires the fields that each kind of write needs', () => {
  const { issues } = refusal(Commit, { writes: [{ op: 'create' }, { op: 'update', id: 'a' }, { op: 'erase' }] });
  expect(issues?.filter(({ rule }) => rule === 'required').map(({ path }) => path)).toEqual([
    '/writes/0/draft',
    '/writes/1/patch',
    '/writes/2/id',
  ]);
});

it('refuses JSON that cannot be stored, unless the handler checks it itself', () => {
  expect(refusal(Read, { refs: [{ id: 'a\u0000' }] }).code).toBe('unsafe_json');
  expect(() => compileRequestCheck(Commit)({ writes: [], traceparent: 'a\u0000' })).not.toThrow();
});

it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
  '%s has a request that compiles',
  (_, operation) => {
    expect(() => compileRequestCheck(operation)).not.toThrow();
  },
);
