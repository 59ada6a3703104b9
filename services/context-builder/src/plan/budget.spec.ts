import { computeBudget } from './budget';

const beside = (system_prompt: number, tool_schemas = 0) => ({ system_prompt, tool_schemas });
const granted = (max_tokens: number, margin = 0) => ({ max_tokens, margin });

describe('a budget', () => {
  test('caps a context at the tokens of the plan', () => {
    expect(computeBudget({ context_window: 8000, max_output_tokens: 500 }, beside(100), granted(2000))).toEqual({
      max_tokens: 2000,
      context_window: 8000,
      system_prompt: 100,
      tool_schemas: 0,
      reply_reserve: 500,
      cap: 2000,
    });
  });

  test('caps a context at what prompt, tool schemas and reply leave of the window', () => {
    const model = { context_window: 1000, max_output_tokens: 300 };
    expect(computeBudget(model, beside(150), granted(4000)).cap).toBe(550);
    expect(computeBudget(model, beside(150, 200), granted(4000)).cap).toBe(350);
  });

  test('keeps a margin of the cap free where counts are estimates', () => {
    expect(computeBudget({ context_window: 8000 }, beside(100), granted(2000, 0.1)).cap).toBe(1800);
  });

  test('has a negative cap if the window has no tokens left', () => {
    expect(computeBudget({ context_window: 256 }, beside(4000), granted(4000)).cap).toBeLessThan(0);
  });

  test('reserves a quarter of a small window for a reply of unknown size', () => {
    expect(computeBudget({ context_window: 400 }, beside(0), granted(4000)).reply_reserve).toBe(100);
  });
});
