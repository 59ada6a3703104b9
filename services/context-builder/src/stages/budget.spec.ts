import { budgetFor } from './budget';

describe('the five numbers', () => {
  test('cap a context at what the plan grants', () => {
    expect(budgetFor({ context_window: 8000, max_output_tokens: 500 }, 100, 2000)).toEqual({
      max_tokens: 2000,
      context_window: 8000,
      system_prompt: 100,
      tool_schemas: 0,
      reply_reserve: 500,
      cap: 2000,
    });
  });

  test('cap it at what the window leaves beside prompt and reply', () => {
    expect(budgetFor({ context_window: 1000, max_output_tokens: 300 }, 150, 4000).cap).toBe(550);
  });

  test('say so when nothing is left', () => {
    expect(budgetFor({ context_window: 256 }, 4000, 4000).cap).toBeLessThan(0);
  });

  test('keep a quarter of a small window for a reply that nobody sized', () => {
    expect(budgetFor({ context_window: 400 }, 0, 4000).reply_reserve).toBe(100);
  });
});
