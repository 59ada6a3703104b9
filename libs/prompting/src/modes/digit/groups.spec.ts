import fc from 'fast-check';
import { aTool } from '../../../test/turn-fixture';
import { groupsOf } from './groups';

describe('digit mode: groups of tools', () => {
  test('there are at most nine groups of nine tools, and every tool is in exactly one, for any number of tools an agent may have', () => {
    const category = fc.option(fc.constantFrom(...'abcdefghijkl'.split('')), { nil: undefined });
    fc.assert(
      fc.property(fc.array(category, { minLength: 10, maxLength: 64 }), (categories) => {
        const tools = categories.map((one, at) => aTool(`t${at}`, one === undefined ? {} : { category: one }));
        const groups = groupsOf(tools);
        expect(groups.length).toBeLessThanOrEqual(9);
        for (const group of groups) expect(group.tools.length).toBeLessThanOrEqual(9);
        const names = groups.flatMap((group) => group.tools.map(({ def }) => def.name));
        expect(names.sort()).toEqual(tools.map(({ def }) => def.name).sort());
      }),
    );
  });
});
