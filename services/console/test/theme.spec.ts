import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(__dirname, '../src');
const sheets = readdirSync(source, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.css') && !file.endsWith('theme.css'));

test.each(sheets)('%s uses only sizes of text of the theme', (file) => {
  const css = readFileSync(join(source, file), 'utf8');
  const sizes = [...css.matchAll(/font-size:\s*([^;]+);/g)].map(([, size]) => size);
  expect(sizes.filter((size) => !/^(?:var\(--text-\w+\)|1em)$/.test(size as string))).toEqual([]);
});

test.each(sheets)('%s uses only colours of the theme', (file) => {
  const css = readFileSync(join(source, file), 'utf8');
  expect(css.match(/#[0-9a-f]{3,8}\b(?=[\s;,)])|rgba?\(|hsla?\(|oklch\(/gi)).toBeNull();
  const used = [...css.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name);
  const theme = readFileSync(join(source, 'app/theme.css'), 'utf8');
  const own = [...css.matchAll(/--([\w-]+):/g)].map(([, name]) => name);
  expect(used.filter((name) => !theme.includes(`--${name}:`) && !own.includes(name))).toEqual([]);
});
