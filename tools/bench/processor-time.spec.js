const { processorMilliseconds } = require('./processor-time.js');

describe('processorMilliseconds', () => {
  it('adds up the processor time of processes, and takes one that has ended for 0', () => {
    const before = processorMilliseconds([process.pid]);
    expect(before).toBeGreaterThan(0);
    while (processorMilliseconds([process.pid]) === before);
    expect(processorMilliseconds([process.pid, process.pid])).toBeGreaterThan(2 * before);
    expect(processorMilliseconds([2 ** 30])).toBe(0);
  });
});
