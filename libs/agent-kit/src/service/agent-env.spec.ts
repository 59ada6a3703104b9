import { agentSettings } from './agent-env';

describe('the executor’s settings', () => {
  it('are the offline model and four slots when nothing is set', () => {
    expect(agentSettings({})).toMatchObject({
      slots: 4,
      claimTtlMs: 30_000,
      profile: undefined,
      seen: { openai_key: false, openrouter_key: false },
    });
  });

  it('describe a model by its base URL, name, key and prices', () => {
    const { profile } = agentSettings({
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

  it('know what a provider can do by its name, and what it can do else', () => {
    const model = { MODEL_BASE_URL: 'http://127.0.0.1:1/v1', MODEL_NAME: 'm' };
    const can = (over: Record<string, string>): unknown => agentSettings({ ...model, ...over }).profile?.can;
    expect(can({})).toEqual({});
    expect(can({ MODEL_PROFILE: '', MODEL_CAPABILITIES: '' })).toEqual({});
    expect(can({ MODEL_PROFILE: 'mistral' })).toEqual({ guided: 'response_format', resume: 'prefix' });
    expect(can({ MODEL_PROFILE: 'vllm', MODEL_CAPABILITIES: '{"resume":"portable"}' })).toMatchObject({
      guided: 'structured_outputs',
      resume: 'portable',
    });
  });

  it.each([
    ['MODEL_PROFILE', 'gpt', 'openrouter'],
    ['MODEL_CAPABILITIES', '{oops', 'it takes a JSON object'],
    ['MODEL_CAPABILITIES', '{"resume":"somehow"}', 'continue_final_message'],
    ['MODEL_CAPABILITIES', '{"logprobs":true}', 'logprobs'],
    ['MODEL_CAPABILITIES', '{"digit_tokens":[1,2]}', 'MODEL_CAPABILITIES.digit_tokens is wrong'],
  ])('name %s=%s as bad and say what it takes', (name, value, hint) => {
    const said = (): unknown => agentSettings({ [name]: value });
    expect(said).toThrow(name);
    expect(said).toThrow(hint);
  });

  it('see other keys without ever taking them', () => {
    const config = agentSettings({ OPENAI_API_KEY: 'sk-not-ours', OPENROUTER_API_KEY: 'or-not-ours' });
    expect(config.seen).toEqual({ openai_key: true, openrouter_key: true });
    expect(config.profile).toBeUndefined();
    expect(JSON.stringify(config)).not.toContain('not-ours');
  });

  it('say what a provider can do by a preset, and what is different about it in JSON', () => {
    const model = { MODEL_BASE_URL: 'http://127.0.0.1:8000/v1', MODEL_NAME: 'm', MODEL_PROFILE: 'vllm' };
    expect(agentSettings({ ...model, MODEL_CAPABILITIES: '{"stop":false}' }).profile?.can).toMatchObject({
      ...{ guided: 'structured_outputs', resume: 'continue_final_message', stop: false },
    });
    expect(() => agentSettings({ ...model, MODEL_PROFILE: 'gpt' })).toThrow(/MODEL_PROFILE.*vllm/);
    expect(() => agentSettings({ ...model, MODEL_CAPABILITIES: '{"fly":true}' })).toThrow(/MODEL_CAPABILITIES.*fly/);
    expect(() => agentSettings({ ...model, MODEL_CAPABILITIES: 'stop' })).toThrow(/MODEL_CAPABILITIES.*JSON object/);
  });

  it('are refused together, each by name', () => {
    expect(() => agentSettings({ MODEL_BASE_URL: 'ftp://x', EXECUTOR_SLOTS: '0', CLAIM_TTL_MS: 'soon' })).toThrow(
      /MODEL_BASE_URL.*CLAIM_TTL_MS|CLAIM_TTL_MS.*MODEL_BASE_URL/,
    );
    expect(() => agentSettings({ EXECUTOR_SLOTS: '0' })).toThrow(/EXECUTOR_SLOTS/);
    expect(() => agentSettings({ MODEL_BASE_URL: 'http://127.0.0.1:1/v1' })).toThrow(/MODEL_NAME/);
  });
});
