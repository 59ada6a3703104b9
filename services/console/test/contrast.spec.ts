import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, '../src/app/theme.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name as string,
    { light: light as string, dark: dark as string },
  ]),
);
type Theme = 'light' | 'dark';

/** WCAG 2.2: relative luminance of an sRGB colour. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['ground', 'raised', 'sunken'];
const hues = Array.from({ length: 8 }, (_, at) => `hue-${at + 1}`);
const texts = ['ink', 'soft', 'link', 'accent', 'good', 'warn', 'bad', ...hues];
const pairs: [string, string, number][] = [
  ...texts.flatMap((text) => grounds.map((ground): [string, string, number] => [text, ground, 4.5])),
  ['on-accent', 'accent', 4.5],
  ...['good', 'warn', 'bad'].map((kind): [string, string, number] => [kind, `${kind}-ground`, 4.5]),
  ...['good', 'warn', 'bad'].map((kind): [string, string, number] => ['ink', `${kind}-ground`, 4.5]),
  // Borders of fields and buttons need less contrast than text.
  ...grounds.map((ground): [string, string, number] => ['edge', ground, 3]),
];

const colour = (name: string, theme: Theme): string => {
  const token = tokens.get(name);
  if (!token) throw new Error(`theme.css has no colour called --${name}`);
  return token[theme];
};

describe.each<Theme>(['light', 'dark'])('in the %s theme', (theme) => {
  test.each(pairs)('%s on %s has at least the contrast of WCAG AA (%f)', (text, ground, least) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(least);
  });
});

test('contrast is computed as WCAG defines it: black on white is 21, #767676 on white is 4.54', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test('every theme colour is covered by a contrast test, except separator lines', () => {
  const measured = new Set([...pairs.flatMap(([text, ground]) => [text, ground]), 'line']);
  expect([...tokens.keys()].filter((name) => !measured.has(name))).toEqual([]);
});
