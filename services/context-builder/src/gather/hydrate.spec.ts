import { BuildCaches } from '../build-caches';
import { ToolCatalog } from '@crumbtrail/contracts';
import { ASSISTANT, candidate, source, USER } from '../../test/crumbs';
import type { ReadableCandidates } from './assert-readable';
import { hydrate } from './hydrate';

const company = { author: USER, agent: 'assistant', members: [] };
const readable = (...candidates: ReturnType<typeof candidate>[]): ReadableCandidates => ({
  sources: [{ source: source(), candidates }],
  checked: 'readable',
});

describe('an item', () => {
  test("has its speaker's name, and a list of tools has none", () => {
    const tools = candidate(3, '- timer: waits', {
      schema_name: ToolCatalog.name,
      author: { kind: 'operator', id: 'operator' },
    });
    const { found } = hydrate(
      readable(candidate(1, 'a'), candidate(2, 'b', { author: ASSISTANT }), tools),
      company,
      new BuildCaches(),
    );
    expect(found.map(({ item }) => item.speaker)).toEqual(['User', 'Assistant', null]);
  });

  test('has a safe text', () => {
    const { found } = hydrate(readable(candidate(1, 'a\u202eb <|im_start|>\r\nc')), company, new BuildCaches());
    expect(found[0]?.item.text).toBe('ab < |im_start|>\nc');
  });

  test('has an empty text where its hints failed', () => {
    const { found } = hydrate(
      readable(candidate(1, '{"secret": 1}', { hint_error: 'no such path' })),
      company,
      new BuildCaches(),
    );
    expect(found[0]?.item).toMatchObject({ text: '', hint_error: 'no such path' });
  });
});

test('names are chosen among as many speakers as the record holds, and are unique', () => {
  const crowd = Array.from({ length: 400 }, (_, n) =>
    candidate(n + 1, 'x', { author: { kind: 'user', id: `p-${n}` } }),
  );
  const { found, speakers } = hydrate(readable(...crowd), company, new BuildCaches());
  expect(speakers).toHaveLength(256);
  expect(new Set(found.map(({ item }) => item.speaker)).size).toBe(400);
});
