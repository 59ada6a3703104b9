import { agentSettings } from './agent-env';

describe('agentSettings', () => {
  it('default to the offline model and four slots', () => {
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

  it('combine a provider preset with further capabilities', () => {
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
    ['MODEL_CAPABILITIES', '{oops', 'expected a JSON object'],
    ['MODEL_CAPABILITIES', '{"resume":"somehow"}', 'continue_final_message'],
    ['MODEL_CAPABILITIES', '{"logprobs":true}', 'logprobs'],
    ['MODEL_CAPABILITIES', '{"digit_tokens":[1,2]}', 'MODEL_CAPABILITIES.digit_tokens is wrong'],
    ['A2A_KEYS', '{oops', 'such as {"default":{"https://'],
    ['A2A_KEYS', '{"default":"secret"}', 'A2A_KEYS.default is wrong'],
    ['A2A_KEYS', '{"default":{"roofer":"secret"}}', 'A2A_KEYS.default.roofer is wrong'],
  ])('reject %s=%s by name and list the valid values', (name, value, hint) => {
    const said = (): unknown => agentSettings({ [name]: value });
    expect(said).toThrow(name);
    expect(said).toThrow(hint);
    expect(said).not.toThrow('secret');
  });

  it('read the keys of agents elsewhere by workspace and address', () => {
    const keys = { default: { 'https://agents.example.org/card.json': 'k' } };
    expect(agentSettings({ A2A_KEYS: JSON.stringify(keys) }).a2aKeys).toEqual(keys);
    expect(agentSettings({ A2A_KEYS: '' }).a2aKeys).toEqual({});
  });

  it('read the NATS server on which agents meet, with a login of its own and the TLS of the other one', () => {
    const env = { AGENTS_NATS_URL: 'nats://x', AGENTS_NATS_USER: 'u', AGENTS_NATS_PASSWORD: 'p', NATS_TLS_CA: 'ca' };
    expect(agentSettings(env).agentsNats).toMatchObject({
      servers: 'nats://x',
      user: 'u',
      password: 'p',
      tls: { ca: 'ca' },
    });
    expect(agentSettings({}).agentsNats).toBeUndefined();
  });

  it('report the presence of other providers’ keys without using them', () => {
    const config = agentSettings({ OPENAI_API_KEY: 'sk-not-ours', OPENROUTER_API_KEY: 'or-not-ours' });
    expect(config.seen).toEqual({ openai_key: true, openrouter_key: true });
    expect(config.profile).toBeUndefined();
    expect(JSON.stringify(config)).not.toContain('not-ours');
  });

  it('accept a preset and override single capabilities as JSON', () => {
    const model = { MODEL_BASE_URL: 'http://127.0.0.1:8000/v1', MODEL_NAME: 'm', MODEL_PROFILE: 'vllm' };
    expect(agentSettings({ ...model, MODEL_CAPABILITIES: '{"stop":false}' }).profile?.can).toMatchObject({
      guided: 'structured_outputs',
      resume: 'continue_final_message',
      stop: false,
    });
    expect(() => agentSettings({ ...model, MODEL_PROFILE: 'gpt' })).toThrow(/MODEL_PROFILE.*vllm/);
    expect(() => agentSettings({ ...model, MODEL_CAPABILITIES: '{"fly":true}' })).toThrow(/MODEL_CAPABILITIES.*fly/);
    expect(() => agentSettings({ ...model, MODEL_CAPABILITIES: 'stop' })).toThrow(/MODEL_CAPABILITIES.*JSON object/);
  });

  it('report all invalid variables together, by name', () => {
    expect(() => agentSettings({ MODEL_BASE_URL: 'ftp://x', EXECUTOR_SLOTS: '0', CLAIM_TTL_MS: 'soon' })).toThrow(
      /MODEL_BASE_URL.*CLAIM_TTL_MS|CLAIM_TTL_MS.*MODEL_BASE_URL/,
    );
    expect(() => agentSettings({ EXECUTOR_SLOTS: '0' })).toThrow(/EXECUTOR_SLOTS/);
    expect(() => agentSettings({ MODEL_BASE_URL: 'http://127.0.0.1:1/v1' })).toThrow(/MODEL_NAME/);
  });
});
