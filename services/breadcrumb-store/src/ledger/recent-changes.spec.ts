import fc from 'fast-check';
import type { EventRecord } from './stored-rows';
import { RecentChanges } from './recent-changes';

const event = (position: number, schema_name: string, workspace = 'default'): EventRecord =>
  ({ position, workspace, schema_name }) as EventRecord;

describe('recent changes', () => {
  it('recent changes: says nothing about a part of the log that another process wrote', () => {
    const changes = new RecentChanges();
    expect(changes.unchangedThrough({ workspace: 'default', since: 0 })).toBeNull();
    changes.add(12, [event(11, 'user.message.v1'), event(12, 'user.message.v1')]);
    expect(changes.unchangedThrough({ workspace: 'default', schema: 'agent.def.v1', since: 9 })).toBeNull();
    expect(changes.unchangedThrough({ workspace: 'default', schema: 'agent.def.v1', since: 10 })).toBe(12);
  });

  it('recent changes: after a commit that wrote nothing, what came before it is not known', () => {
    const changes = new RecentChanges();
    changes.add(40, []);
    expect(changes.unchangedThrough({ workspace: 'default', since: 39 })).toBeNull();
    expect(changes.unchangedThrough({ workspace: 'default', since: 40 })).toBe(40);
  });

  it('recent changes: asks the database again after it has dropped its entries', () => {
    const changes = new RecentChanges(3);
    changes.add(1, [event(1, 'agent.def.v1')]);
    changes.add(3, [event(2, 'tool.def.v1'), event(3, 'session.v1')]);
    expect(changes.unchangedThrough({ workspace: 'default', schema: 'agent.def.v1', since: 2 })).toBeNull();
    expect(changes.unchangedThrough({ workspace: 'default', schema: 'agent.def.v1', since: 3 })).toBe(3);
  });

  it('recent changes: after any commits, never calls a copy current that the log has changed since', () => {
    const schemas = ['agent.def.v1', 'session.v1'];
    const one = fc.record({ schema: fc.constantFrom(...schemas), workspace: fc.constantFrom('a', 'b') });
    const commits = fc.array(fc.array(one, { maxLength: 3 }), { minLength: 1, maxLength: 12 });
    const wanted = fc.record({
      since: fc.nat(40),
      workspace: fc.constantFrom('a', 'b'),
      schema: fc.option(fc.constantFrom(...schemas), { nil: undefined }),
    });
    fc.assert(
      fc.property(commits, fc.nat(5), fc.integer({ min: 1, max: 8 }), wanted, (groups, before, most, asked) => {
        const changes = new RecentChanges(most);
        const log = Array.from({ length: before }, (_, at) => event(at + 1, 'agent.def.v1', 'a'));
        for (const group of groups) {
          const events = group.map(({ schema, workspace }, at) => event(log.length + at + 1, schema, workspace));
          log.push(...events);
          changes.add(log.length, events);
        }
        const isAbout = ({ workspace, schema_name }: EventRecord): boolean =>
          workspace === asked.workspace && (asked.schema ?? schema_name) === schema_name;
        const hasChanged = log.some((written) => written.position > asked.since && isAbout(written));
        const answer = changes.unchangedThrough(asked);
        expect(answer === null || (answer === log.length && !hasChanged)).toBe(true);
      }),
    );
  });
});
