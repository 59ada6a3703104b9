import { describeSwitch } from './describe-switch';

const tried = { embedder: 'openai/small', ok: true, latency_ms: 10, dimensions: 3, likeness: 0.5 };

test('a switch says how many texts and tokens it embeds and how long that takes, or that there are none', () => {
  const many = { ...tried, pending: 1_200, pending_characters: 480_000, estimate_ms: 90_000 };
  expect(describeSwitch(many)).toMatch(/^It would embed 1,200 texts of about 120,000 tokens, which takes about 1.*30/);
  expect(describeSwitch({ ...many, pending: 0 })).toBe('It has no texts to embed: it serves at once.');
});
