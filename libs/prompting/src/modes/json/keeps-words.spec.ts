import { findObject } from './scan';

const repaired = (text: string): unknown => {
  const result = findObject(text);
  return result.kind === 'object' ? result.found.value : result.kind;
};

describe('the repair of a JSON object', () => {
  it.each<[string, unknown]>([
    ["{'city': 'Oslo', 'days': 3}", { city: 'Oslo', days: 3 }],
    ['{"city": "Oslo" "days": 3,}', { city: 'Oslo', days: 3 }],
    ['{city: "Oslo", ok: True, none: None}', { city: 'Oslo', ok: true, none: null }],
    ['{"a": "one\\ntwo", "b": 1,}', { a: 'one\ntwo', b: 1 }],
    ['{"a": 1, // the first\n "b": 2 /* and last */}', { a: 1, b: 2 }],
    ['{“city”: “Oslo”}', { city: 'Oslo' }],
    ['{"url": "http://a.example/b",}', { url: 'http://a.example/b' }],
    ["{'name': 'J\\'s place'}", { name: "J's place" }],
    ['{"text": "line\nbreak"}', { text: 'line\nbreak' }],
    ["{'id': '007'}", { id: '007' }],
    ['{"a": [1, 2, 3}', { a: [1, 2, 3] }],
    ["{'größe': 'zwölf', '名': '東京'}", { größe: 'zwölf', 名: '東京' }],
  ])('keeps every word of %j', (text, value) => {
    expect(repaired(text)).toEqual(value);
  });

  it.each([
    "{'city': 'it's Oslo', 'days': 3}",
    `{"answer": 'we don't and won't'}`,
    '{‘answer’: ‘it’s fine’}',
    '{"path": "C:\\Users\\new \\d",}',
    '{"score": NaN}',
    '{"score": -Infinity}',
    '{"agent": 007}',
    '{"byte": 0x1F}',
    '{"sum": 1_000}',
    '{"part": +5}',
    '{"regex": "\\d+\\w",}',
  ])('is none for %j, which has more than one reading', (text) => {
    expect(repaired(text)).toBe('broken');
  });
});
