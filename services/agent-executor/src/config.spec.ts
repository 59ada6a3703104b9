import { toConfig } from './config';

describe('the executor’s settings', () => {
  it('are the offline model and four slots when nothing is set', () => {
    expect(toConfig({})).toMatchObject({
      slots: 4,
      claimTtlMs: 30_000,
      profile: undefined,
      seen: { openai_key: false, openrouter_key: false },
    });
  });

  it('describe a model by its base URL, name, key and prices', () => {
    const { profile } = toConfig({
      MODEL_BASE_URL: 'http://127.0.0.1:11434/v1',
      MODEL_NAME: 'llama3.2',
      MODEL_API_KEY: 'k',
      MODEL_INPUT_PRICE: '1',
      MODEL_OUTPUT_PRICE: '2',
    });
    expect(profile).toMatchObject({
      base_url: 'http://127.0.0.1:11434/v1',
      name: 'llama3.2',
      key: 'k',
      prices: { input: 1, output: 2 },
      max_attempts: 3,
    });
  });

  it('see other keys without ever taking them', () => {
    const config = toConfig({ OPENAI_API_KEY: 'sk-not-ours', OPENROUTER_API_KEY: 'or-not-ours' });
    expect(config.seen).toEqual({ openai_key: true, openrouter_key: true });
    expect(config.profile).toBeUndefined();
    expect(JSON.stringify(config)).not.toContain('not-ours');
  });

  it('are refused together, each by name', () => {
    expect(() => toConfig({ MODEL_BASE_URL: 'ftp://x', EXECUTOR_SLOTS: '0', CLAIM_TTL_MS: 'soon' })).toThrow(
      /MODEL_BASE_URL.*CLAIM_TTL_MS|CLAIM_TTL_MS.*MODEL_BASE_URL/,
    );
    expect(() => toConfig({ EXECUTOR_SLOTS: '0' })).toThrow(/EXECUTOR_SLOTS/);
    expect(() => toConfig({ MODEL_BASE_URL: 'http://127.0.0.1:1/v1' })).toThrow(/MODEL_NAME/);
  });
});
