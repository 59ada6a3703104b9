import { grantedLines } from './granted-lines';

const CATALOG = [
  'rest of a line that began before: with a colon',
  'agent_note(text, to): Leaves a note.',
  'echo(text=hi) → text=hi: Returns its input.',
  'shop__look → items: Lists what there is.',
  'workflow: Calls several tools.',
  '',
].join('\n');

describe('grantedLines', () => {
  test('keeps the lines of the tools that may be called, whatever stands behind the name', () => {
    expect(grantedLines(CATALOG, (name) => ['echo', 'shop__look', 'workflow'].includes(name))).toBe(
      'echo(text=hi) → text=hi: Returns its input.\nshop__look → items: Lists what there is.\nworkflow: Calls several tools.',
    );
  });

  test('keeps no line of which the tool is not known', () => {
    expect(grantedLines(CATALOG, (name) => name === 'rest')).toBe('');
  });
});
