import { PassThrough } from 'node:stream';
import { tellLines } from './log-lines';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the stderr of a child process', () => {
  it('is logged line by line, truncates long lines, and logs only the beginning of a flood', async () => {
    const stream = new PassThrough();
    const logged: string[] = [];
    let now = 0;
    tellLines(
      stream,
      (line) => logged.push(line),
      () => now,
    );
    stream.write(`first\n\n${'x'.repeat(5_000)}\n`);
    for (let n = 0; n < 500; n += 1) stream.write(`noise ${n}\n`);
    await settle();
    expect(logged).toHaveLength(59);
    expect(logged[0]).toBe('first');
    expect(logged[1]).toHaveLength(1_000);
    now = 60_000;
    stream.write('a minute later\n');
    await settle();
    expect(logged.slice(59)).toEqual(['(443 more lines left out)', 'a minute later']);
  });
});
