import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aTool, aTurn } from '../../test/turn-fixture';
import { digit } from './digit/digit';
import { json } from './json/json';
import type { ToolMode } from './mode';

const guide = readFileSync(join(__dirname, '../../../../docs/guides/tool-modes.md'), 'utf8');

const expression = { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] };
const tools = [
  aTool('calculator', {
    description: 'Works out an expression.',
    input: expression,
    output: { type: 'string' },
    examples: [{ input: { expression: '2*21' }, output: '42' as never }],
  }),
  aTool('search', { description: 'Finds what was said.' }),
];
const systemOf = (mode: ToolMode, granted = tools): string =>
  mode.buildRequest(aTurn({ tools: granted }), {}).messages[0]?.content ?? '';

describe('docs/guides/tool-modes.md', () => {
  test('shows the prompt of the mode json', () => {
    expect(guide).toContain(`\`\`\`text\n${systemOf(json, tools.slice(0, 1)).replace('You help.\n\n', '')}\n\`\`\``);
  });

  test('shows the prompt of the mode digit', () => {
    expect(guide).toContain(`\`\`\`text\n${systemOf(digit)}\n\`\`\``);
  });
});
