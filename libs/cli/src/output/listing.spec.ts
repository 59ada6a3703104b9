import stringWidth from 'string-width';
import { lineText } from '../terminal';
import { type Listing, listingLines } from './listing';
import { formatRelativeTime } from './relative-time';
import { isShortId, matchShortId, shortenIds } from './short-id';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const A = '01890000-0000-7000-8000-0000aaaa1111';
const B = '01890000-0000-7000-8000-0000bbbb1111';

const listing: Listing = {
  columns: ['id', 'began', { heading: 'tokens', optional: true }, { heading: 'cost', optional: true }, 'text'],
  rows: [
    [{ id: A }, { time: '2026-03-02T11:57:00Z' }, '1,200', '$0.0003', 'a long text '.repeat(20)],
    [{ id: B }, { time: '2026-03-01T12:00:00Z', after: 'until' }, '7', '', '港は九時に開きます。'.repeat(9)],
  ],
  empty: 'Nothing.',
};
const lines = (width: number | undefined) => listingLines(listing, { width, now: NOW }).map(lineText);

test.each([120, 80, 60, 40, 20, 5])('listing: no line is wider than a terminal of %i columns', (width) => {
  for (const line of lines(width)) expect(stringWidth(line)).toBeLessThanOrEqual(width);
});

test('listing: keeps short ids and relative times whole, and leaves optional columns out before it cuts texts too short', () => {
  expect(lines(80)[1]).toMatch(/^aaaa1111 {2}3 min ago {6}1,200 {3}\$0\.0003 {2}a long text .*…$/);
  expect(lines(60)[2]).toMatch(/^bbbb1111 {2}until 1 d ago {2}7 {6,}港は.*…$/);
  expect(lines(49)[0]).toMatch(/^id +began +text$/);
});

test('listing: lists row by row as headings and texts where not even cut texts fit beside each other', () => {
  expect(lines(48).slice(0, 3)).toEqual([
    'id: aaaa1111',
    'began: 3 min ago',
    'text: a long text a long text a long text a long',
  ]);
});

test('listing: without a terminal every id, time and text is whole', () => {
  const [, first = '', second = ''] = lines(undefined);
  expect(first).toContain(A);
  expect(first).toContain('2026-03-02T11:57:00Z');
  expect(second).toContain('港は九時に開きます。'.repeat(9));
});

test('listing: a text of several lines, or with control characters, takes one line', () => {
  const rows = [['a\nb\u001b[31mc']];
  expect(listingLines({ columns: ['text'], rows, empty: '' }, { width: 80, now: NOW }).map(lineText)).toEqual([
    'text',
    'a b\uFFFD[31mc',
  ]);
});

test('short ids: have as many of the last digits as tell all of them apart, at least 8', () => {
  expect([A, B].map(shortenIds([A, B]))).toEqual(['aaaa1111', 'bbbb1111']);
  const like = '01890000-0000-7000-8001-0000aaaa1111';
  expect([A, like].map(shortenIds([A, like]))).toEqual(['00000aaaa1111', '10000aaaa1111']);
  expect(shortenIds([])('assistant')).toBe('assistant');
});

test('short ids: match by their last digits and by their first ones, never in the middle', () => {
  expect(matchShortId('aaaa1111', [A, B])).toEqual([A]);
  expect(matchShortId('01890000-0000', [A, B])).toEqual([A, B]);
  expect(matchShortId('7000800', [A, B])).toEqual([]);
  expect([isShortId('aaaa1111'), isShortId(A), isShortId('aaa'), isShortId('harbour')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['2026-03-02T11:59:30Z', 'just now'],
  ['2026-03-02T10:59:00Z', '1 h ago'],
  ['2026-03-04T13:00:00Z', 'in 2 d'],
  ['2025-11-02T13:00:00Z', '2025-11-02'],
  ['never', 'never'],
])('relative time: %s is %s', (time, text) => expect(formatRelativeTime(time, NOW)).toBe(text));
