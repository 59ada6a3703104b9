import { toConfig } from './config';

describe('the tool-runner’s settings', () => {
  it('default to sixteen slots', () => {
    expect(toConfig({})).toMatchObject({ slots: 16, claimTtlMs: 30_000, ackWaitMs: 30_000 });
  });

  it('report all invalid variables together, by name', () => {
    expect(() => toConfig({ TOOL_SLOTS: '0', CLAIM_TTL_MS: 'soon' })).toThrow(
      /TOOL_SLOTS.*CLAIM_TTL_MS|CLAIM_TTL_MS.*TOOL_SLOTS/,
    );
  });
});
