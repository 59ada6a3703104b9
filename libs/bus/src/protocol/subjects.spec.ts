import { type EventKind, Read } from '@crumbtrail/contracts';
import fc from 'fast-check';
import {
  requestPattern,
  requestSubject,
  eventFilter,
  eventSubject,
  joinSubject,
  JOINS,
  parseRequestSubject,
  parseEventSubject,
  parseFilter,
  parseJoinSubject,
  partsPattern,
  partsPrincipal,
  partsSubject,
  pieceSubject,
  piecesPattern,
  serviceName,
  token,
  workspaceEvents,
} from './subjects';

const name = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/);
const schema = fc.stringMatching(/^[a-z][a-z0-9-]{0,5}(\.[a-z][a-z0-9-]{0,5}){0,3}\.v[1-9][0-9]?$/);
const kind = fc.constantFrom<EventKind>('created', 'updated', 'erased', 'expired');
const event = fc.record(
  { workspace: name, kind, schema_name: schema, recipient: name, imported: fc.constant(true as const) },
  { requiredKeys: ['workspace', 'kind', 'schema_name'] },
);

/** Is the event that of a new crumb of imported history? */
const isImport = ({ kind: change, imported }: { kind: EventKind; imported?: true }): boolean =>
  imported === true && change === 'created';

/** Matches as NATS does. */
function matches(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.');
  const tokens = subject.split('.');
  for (const [index, one] of wanted.entries()) {
    if (one === '>') return tokens.length > index;
    if (tokens[index] === undefined || (one !== '*' && one !== tokens[index])) return false;
  }
  return wanted.length === tokens.length;
}

describe('a subject', () => {
  it('of an event parses back into its fields', () => {
    fc.assert(
      fc.property(event, ({ imported, ...one }) => {
        const parsed = { ...one, ...(isImport({ ...one, imported }) ? { imported } : {}) };
        expect(parseEventSubject(eventSubject({ ...one, imported }))).toEqual(parsed);
      }),
    );
  });

  it('of a request parses back into workspace and principal', () => {
    fc.assert(
      fc.property(name, name, (workspace, principal) => {
        const subject = requestSubject(Read, workspace, principal);
        expect(parseRequestSubject(subject)).toEqual({ service: 'store', verb: 'read', workspace, principal });
        expect(matches(requestPattern(Read), subject)).toBe(true);
      }),
    );
  });

  it('of a late joiner or of a part parses back into its sender', () => {
    fc.assert(
      fc.property(name, fc.uuid(), name, (workspace, turn, principal) => {
        const subject = joinSubject(workspace, turn, principal);
        expect(parseJoinSubject(subject)).toEqual({ workspace, turn, principal });
        expect(matches(JOINS, subject)).toBe(true);
        const parts = partsSubject('breadcrumb-store', turn, principal);
        expect(partsPrincipal(parts)).toBe(principal);
        expect(matches(partsPattern('breadcrumb-store', turn), parts)).toBe(true);
      }),
    );
  });

  it('of a token piece matches the pattern of its own workspace and session only', () => {
    fc.assert(
      fc.property(event, name, fc.option(name, { nil: undefined }), fc.uuid(), (one, other, session, turn) => {
        expect(matches(workspaceEvents(other), eventSubject(one))).toBe(other === one.workspace);
        const piece = pieceSubject(one.workspace, session, turn);
        expect(matches(piecesPattern(one.workspace, session), piece)).toBe(true);
        expect(matches(piecesPattern(one.workspace, other), piece)).toBe(session === other);
        expect(matches(piecesPattern(other, session), piece)).toBe(other === one.workspace);
      }),
    );
  });

  it('of an event matches the filters that select it', () => {
    fc.assert(
      fc.property(event, event, fc.boolean(), (one, other, skipsImported) => {
        const { recipient } = other;
        const filter = eventFilter({ kinds: [other.kind], schema: other.schema_name, recipient, skipsImported });
        const skips = skipsImported || recipient !== undefined;
        const isSelected = one.kind === other.kind && one.schema_name === other.schema_name;
        const isFor = recipient === undefined || one.recipient === recipient;
        expect(matches(filter, eventSubject(one))).toBe(isSelected && isFor && !(isImport(one) && skips));
        expect(parseFilter(filter)?.skipsImported === true).toBe(skips || other.kind !== 'created');
      }),
    );
  });

  it('of every event matches the filter without a selection, and that of a handler that skips imports all but new crumbs of history', () => {
    fc.assert(
      fc.property(event, (one) => {
        expect(matches(eventFilter({}), eventSubject(one))).toBe(true);
        expect(matches(eventFilter({ skipsImported: true }), eventSubject(one))).toBe(!isImport(one));
      }),
    );
  });

  it('is refused for an invalid name', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const made = ((): string | null => {
          try {
            return token(text);
          } catch {
            return null;
          }
        })();
        expect(made === null || /^[a-z0-9][a-z0-9:_-]*$/.test(made)).toBe(true);
      }),
    );
    for (const bad of ['', '*', '>', 'a b', '.', '_', 'a*', 'A', 'ä', '-x', 'x'.repeat(65)])
      expect(() => token(bad)).toThrow(/is not a valid name/);
    expect(() => serviceName('a.b')).toThrow(/not a valid service name/);
  });

  it('of another application parses as null', () => {
    for (const bad of [
      'crumbs',
      'crumbs.a.created.b',
      'x.a.created.b.c',
      'crumbs.a.created.b.c.d',
      'crumbs.a.created.b.c.imported.d',
    ])
      expect(parseEventSubject(bad)).toBeNull();
    expect(parseRequestSubject('store.read.a')).toBeNull();
    expect(parseJoinSubject('stream-join.a.b')).toBeNull();
  });
});
