import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRESETS } from './presets';

test('the guide to tool modes names every preset', () => {
  const guide = readFileSync(join(__dirname, '../../../docs/guides/tool-modes.md'), 'utf8');
  for (const preset of Object.keys(PRESETS)) expect(guide).toContain(`\`${preset}\``);
});
