import { DEFAULT_TIMEOUTS, pauseMs } from './connection';

describe('the pause before reconnecting to an MCP server', () => {
  it('doubles with each failure in a row, up to half a minute', () => {
    const longest = [1, 2, 3, 4, 8, 9, 100].map((failures) => pauseMs(failures, DEFAULT_TIMEOUTS, 1));
    expect(longest).toEqual([250, 500, 1_000, 2_000, 30_000, 30_000, 30_000]);
  });

  it('is half random, so that runners do not reconnect simultaneously', () => {
    expect([0, 0.5, 1].map((random) => pauseMs(2, DEFAULT_TIMEOUTS, random))).toEqual([250, 375, 500]);
  });
});
