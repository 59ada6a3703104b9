import { describeMissingRoom } from './window-room';

const definition = (context_window?: number, max_output_tokens?: number, prompt = 'Answer in one short sentence.') => ({
  prompt,
  model: {
    ...(context_window !== undefined && { context_window }),
    ...(max_output_tokens !== undefined && { max_output_tokens }),
  },
});

test('describeMissingRoom names what fills the window', () => {
  expect(describeMissingRoom(definition(300, 299))).toBe(
    'The reply (299) and the prompt (about 7) leave no room for a context in a window of 300 tokens: every turn would fail.',
  );
  expect(describeMissingRoom(definition(1_000, undefined, 'x'.repeat(4_000)))).toBe(
    'The prompt (about 1,000) leaves no room for a context in a window of 1,000 tokens: every turn would fail.',
  );
});

test('describeMissingRoom says nothing where there is room, or where the window is not set', () => {
  expect(describeMissingRoom(definition(8_192, 1_024))).toBeUndefined();
  expect(describeMissingRoom(definition(undefined, 299))).toBeUndefined();
  expect(describeMissingRoom({})).toBeUndefined();
});
