import { WriterPriority } from './writer-priority';

/** A clock that advances each time it is read. */
function clock(): { now: number; tick: () => number } {
  const it = { now: 1_000, tick: () => (it.now += 5) };
  return it;
}

const idle = { position: () => 0, isAwaited: () => false };

async function waited(pace: WriterPriority, time: { now: number }, follows = idle): Promise<number> {
  const from = time.now;
  await pace.waitForWriters(follows);
  return time.now - from;
}

describe('writer priority', () => {
  test('does not delay the index for the few writes of one turn', async () => {
    const time = clock();
    const pace = new WriterPriority(time.tick);
    for (const head of [1_000, 1_001, 1_003, 1_004]) pace.recordWrite(head);
    expect(await waited(pace, time)).toBeLessThan(30);
  });

  test('delays the index while there are many writes, but only for a limited time', async () => {
    const time = clock();
    const pace = new WriterPriority(time.tick);
    for (let head = 1_000; head < 1_400; head += 40) pace.recordWrite(head);
    const ms = await waited(pace, time);
    expect(ms).toBeGreaterThan(100);
    expect(ms).toBeLessThan(500);
  });

  test('does not delay the index while a request waits for it or while it is far behind', async () => {
    const time = clock();
    const pace = new WriterPriority(time.tick);
    for (let head = 9_000; head < 9_400; head += 40) pace.recordWrite(head);
    expect(await waited(pace, time, { ...idle, isAwaited: () => true })).toBeLessThan(30);
    expect(await waited(pace, time, { ...idle, position: () => 100 })).toBeLessThan(30);
  });
});
