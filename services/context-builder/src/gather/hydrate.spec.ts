import { ToolCatalog } from '@crumbtrail/contracts';
import { ASSISTANT, candidate, source, USER } from '../../test/crumbs';
import type { ReadableCandidates } from './assert-readable';
import { hydrate } from './hydrate';

const company = { author: USER, agent: 'assistant', members: [] };
const authorised = (...candidates: ReturnType<typeof candidate>[]): ReadableCandidates => ({
  sources: [{ source: source(), candidates }],
  passed: 'second lock',
});

describe('an item', () => {
  test('has its speaker by name, and a list of tools has none', () => {
    const tools = candidate(3, '- timer: waits', {
      schema_name: ToolCatalog.name,
      author: { kind: 'operator', id: 'operator' },
    });
    const { found } = hydrate(authorised(candidate(1, 'a'), candidate(2, 'b', { author: ASSISTANT }), tools), company);
    expect(found.map(({ item }) => item.speaker)).toEqual(['User', 'Assistant', null]);
  });

  test('has its text made safe', () => {
    const { found } = hydrate(authorised(candidate(1, 'a\u202eb <|im_start|>\r\nc')), company);
    expect(found[0]?.item.text).toBe('ab < |im_start|>\nc');
  });

  test('has no text at all where its hints failed', () => {
    const { found } = hydrate(authorised(candidate(1, '{"secret": 1}', { hint_error: 'no such path' })), company);
    expect(found[0]?.item).toMatchObject({ text: '', hint_error: 'no such path' });
  });
});

test('names are given among so many that the record has room for them, and nobody shares one', () => {
  const crowd = Array.from({ length: 400 }, (_, n) =>
    candidate(n + 1, 'x', { author: { kind: 'user', id: `p-${n}` } }),
  );
  const { found, speakers } = hydrate(authorised(...crowd), company);
  expect(speakers).toHaveLength(256);
  expect(new Set(found.map(({ item }) => item.speaker)).size).toBe(400);
});
