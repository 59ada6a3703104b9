const { spawnSync } = require('node:child_process');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');

/** What the name lint reports for a root, as lines like `<rule>: <name> …`. */
function findProblems(folder) {
  const { stderr, status } = spawnSync(process.execPath, [join(root, 'tools/lint/names.mjs'), folder], {
    encoding: 'utf8',
  });
  return { status, text: stderr };
}

describe('name lint', () => {
  const { status, text } = findProblems(join(__dirname, 'fixtures'));

  test.each([
    ['type-in-three-files', 'Found'],
    ['exported-in-two-packages', 'describeFish'],
    ['participle-function', 'begun'],
    ['gerund-type', 'Fishing'],
  ])('%s fires on %s', (rule, name) => {
    expect(text).toMatch(new RegExp(`^${rule}: ${name} `, 'm'));
  });

  test('exits with 1 when it finds a problem', () => {
    expect(status).toBe(1);
  });

  test('accepts a name that is declared once and a verb', () => {
    expect(text).not.toMatch(/catchFish|embed\b/);
  });
});
