import { toConfig } from './config';

describe('the configuration', () => {
  test('has a default for every setting except the NATS password of a named user', () => {
    expect(toConfig({})).toEqual({
      nats: { servers: 'nats://127.0.0.1:4222', user: undefined, password: undefined },
      healthPort: undefined,
      logLevel: 'info',
      ackWaitMs: 30_000,
      slots: 4,
      recallTimeoutMs: 150,
      contextWindow: 32_768,
    });
  });

  test('reports every invalid variable at once', () => {
    expect(() => toConfig({ BUILDER_SLOTS: '0', MODEL_CONTEXT_WINDOW: 'big' })).toThrow(
      /MODEL_CONTEXT_WINDOW.*BUILDER_SLOTS|BUILDER_SLOTS.*MODEL_CONTEXT_WINDOW/s,
    );
  });
});
