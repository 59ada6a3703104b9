const { execFileSync, spawnSync } = require('node:child_process');
const { join, resolve } = require('node:path');

const root = resolve(__dirname, '../..');
const config = join(root, '.dependency-cruiser.cjs');
const { forbidden } = require('../../.dependency-cruiser.cjs');

/** Which file of fixtures/ breaks which rule. A rule without a canary might never fire. */
const canaries = {
  'no-cycles': 'src/left.ts',
  'no-orphans': 'src/alone.ts',
  'no-vague-rooms': 'src/main.ts',
  'no-vague-files': 'src/helpers/round.ts',
  'only-main-knows-the-app': 'src/select/score.ts',
  'pure-rooms-know-no-nest': 'src/select/arrange.ts',
  'pure-rooms-know-no-adapter': 'src/select/select.ts',
  'pure-rooms-touch-no-world': 'src/select/hydrate.ts',
  'only-the-bus-speaks-nats': 'src/ask.ts',
  'only-the-store-holds-drivers': 'src/rows.ts',
  'only-models-holds-model-sdks': 'src/model.ts',
  'through-the-front-door': 'src/back-door.ts',
  'services-never-meet': 'src/borrow.ts',
  'specs-are-not-sources': 'src/lean.ts',
  'no-unresolved': 'src/lost.ts',
};

function violations() {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, '--config', config, '--output-type', 'json', 'libs', 'services'];
  const report = execFileSync(process.execPath, args, { cwd: join(__dirname, 'fixtures'), encoding: 'utf8' });
  return JSON.parse(report).summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
}

/** Pairs of folders that import each other, as reported by the rule against folder cycles. */
function folderCycles() {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, '--config', join(root, 'tools/lint/folders.cjs'), '--output-type', 'json', 'libs', 'services'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: join(__dirname, 'fixtures'), encoding: 'utf8' });
  return JSON.parse(stdout).summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
}

test('no-folder-cycles fires although no single file is in a cycle', () => {
  expect(folderCycles()).toContain('no-folder-cycles services/kingfisher/src/dive');
});

let found;
beforeAll(() => {
  found = violations();
}, 120_000);

test('every dependency rule about folders has a canary', () => {
  expect(Object.keys(canaries).sort()).toEqual(forbidden.map(({ name }) => name).sort());
});

test.each(Object.entries(canaries))('%s fires', (rule, file) => {
  expect(found).toContain(`${rule} services/heron/${file}`);
});

test('every dependency rule says what to do', () => {
  for (const { comment } of forbidden) expect(comment).toMatch(/\w+.*[:,].*\w+\.$/);
});
