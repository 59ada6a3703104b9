'use strict';

const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { findAttributeNames, namesIn, readConventions } = require('./attribute-names');

const root = join(__dirname, '../../..');
const names = findAttributeNames([join(root, 'libs'), join(root, 'services')]);

const folder = dirname(require.resolve('@opentelemetry/semantic-conventions'));
const files = ['stable_attributes.d.cts', 'experimental_attributes.d.cts'];
const conventions = new Map(files.flatMap((file) => [...readConventions(readFileSync(join(folder, file), 'utf8'))]));
const namespaces = new Set([...conventions.keys()].map((name) => name.split('.')[0]));

/** The names moved with their meaning: that repository has no package yet. */
const MOVED = /^Moved to the \[OpenTelemetry GenAI semantic conventions repository\]/;

/** Why a name may not be used; undefined where it may. */
function faultOf(name) {
  if (name.startsWith('crumbtrail.')) return undefined;
  if (!namespaces.has(name.split('.')[0])) return `${name}: its namespace is neither ours nor one of the conventions`;
  if (!conventions.has(name)) return `${name}: the conventions do not have it`;
  const reason = conventions.get(name);
  return reason === null || MOVED.test(reason) ? undefined : `${name}: deprecated. ${reason}`;
}

test('every attribute that is set is one of the newest conventions and not replaced there, or ours', () => {
  expect(names.length).toBeGreaterThan(50);
  expect(names.flatMap((name) => faultOf(name) ?? [])).toEqual([]);
});

test.each([
  ['gen_ai.system', 'deprecated. Replaced by `gen_ai.provider.name`'],
  ['http.method', 'deprecated'],
  ['gen_ai.request.colour', 'do not have it'],
  ['crumb.trail', 'its namespace is neither'],
])('a wrong name is found: %s', (name, why) => {
  expect(faultOf(name)).toContain(why);
});

test('names are found as keys, in calls and in conditions, and other texts are not', () => {
  const text = `import { trace } from '@opentelemetry/api';
    span.setAttribute('error.type', code);
    const a = { 'url.path': path, ...(x ? { 'gen_ai.tool.name': y } : {}), 'user.message.v1': 1 };
    get('some.file'); const b = 'http.route';`;
  expect(namesIn(text)).toEqual(['error.type', 'url.path', 'gen_ai.tool.name', 'user.message.v1']);
  expect(namesIn(text.replaceAll('@opentelemetry/', '').replaceAll('gen_ai.', ''))).toEqual([]);
});

test('the guide lists exactly the attributes that are set', () => {
  const guide = readFileSync(join(root, 'docs/guides/observability.md'), 'utf8');
  const [, section = ''] = /\n### Attributes\n([^]*?)\n## /.exec(guide) ?? [];
  const listed = [...section.matchAll(/`([a-z_]+(?:\.[a-z0-9_]+)+)`/g)].map(([, name]) => name);
  expect([...new Set(listed)].sort()).toEqual(names);
});
