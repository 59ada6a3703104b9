import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(__dirname, '../dist');
const MAX_BYTES = 250 * 1000;

const read = (file: string): Buffer => readFileSync(join(dist, file));
const page = (): string => {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('The console is not built. Run `npm run build`.');
  return read('index.html').toString();
};
const asset = (name: string): string => `assets/${name}`;
/** The modules that a module imports statically. */
const needs = (file: string): string[] =>
  [
    ...read(file)
      .toString()
      .matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g),
  ].map(([, name]) => asset(name as string));

/** Some modules with everything they import, directly or indirectly. */
function closure(files: readonly string[]): Set<string> {
  const all = new Set(files);
  for (const file of all) for (const needed of needs(file)) all.add(needed);
  return all;
}

const entries = (): string[] =>
  [...page().matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.js)"/g)].map(([, file]) => file as string);
const view = (name: string): string =>
  asset(
    readdirSync(join(dist, 'assets')).find((file) => file.startsWith(`${name}-view-`) && file.endsWith('.js')) ?? '',
  );

test('the first load, chat included, is at most 250 kB of JavaScript gzipped', () => {
  const files = [...closure([...entries(), view('chat')])];
  const bytes = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
  expect(files.length).toBeGreaterThan(2);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});

test('views are not part of the first load', () => {
  const files = closure(entries());
  for (const name of ['chat', 'log', 'health']) expect(files).not.toContain(view(name));
});

test('the page has no inline script or style and loads only from the gateway', () => {
  const html = page();
  expect(html).not.toMatch(/<script(?![^>]*\bsrc="\/)|<style|\son\w+=|style=/i);
  for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) expect(address).toMatch(/^\/(?!\/)/);
  const sheets = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.css'));
  for (const sheet of sheets) expect(read(asset(sheet)).toString()).not.toMatch(/@import|https?:|\/\/[a-z]/i);
});
