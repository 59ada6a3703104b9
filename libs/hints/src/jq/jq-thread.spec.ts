import { join } from 'node:path';
import { JqThread } from './jq-thread';

const CPU_MS = 1_000;
const fixture = (name: string): string => join(__dirname, '../../test/jq', name);

function started(...preload: string[]): JqThread {
  const thread = new JqThread({ preload: preload.map(fixture) });
  thread.boot();
  return thread;
}

const outputOf = (thread: JqThread, n: number): unknown => {
  const end = thread.run({ program: '.', input: String(n) }, CPU_MS);
  return end && 'stdout' in end ? end.stdout.trim() : end;
};

describe('JqThread', () => {
  it('gives each task its own answer where every wake-up is late', () => {
    const thread = started('late-wake-up.js');
    for (let n = 0; n < 20; n += 1) expect(outputOf(thread, n)).toBe(String(n));
  });

  it('gives no answer of another task, and ends, where the ids do not match', () => {
    const thread = started('other-id.js');
    expect(() => outputOf(thread, 1)).toThrow('another task');
    expect(thread.isDead).toBe(true);
  });

  it('ends with a task that takes too long, so that its late answer reaches nobody', () => {
    const thread = started();
    expect(thread.run({ program: 'last(range(1e9))', input: '1' }, 20)).toBeNull();
    expect(thread.isDead).toBe(true);
  });
});
