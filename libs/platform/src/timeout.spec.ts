import { endsWithin, withTimeout } from './timeout';

const never = new Promise<never>(() => undefined);
const late = (): Error => new Error('too late');
// The timers of timeouts do not keep a process alive; this timer does, as the sockets of a service would.
let alive: NodeJS.Timeout;
beforeEach(() => (alive = setInterval(() => undefined, 1_000)));
afterEach(() => clearInterval(alive));

describe('withTimeout', () => {
  it('resolves to what the work resolves to', async () => {
    expect(await withTimeout(Promise.resolve(7), 1_000, late)).toBe(7);
  });

  it('rejects with the error of the work', async () => {
    await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, late)).rejects.toThrow('broken');
  });

  it.each([10, 9.25, 0.5, 0, -3.5])('rejects with the error given once the time is over, after %s ms', async (ms) => {
    await expect(withTimeout(never, ms, late)).rejects.toThrow('too late');
  });
});

describe('endsWithin', () => {
  it('is true for work that ends in time', async () => {
    expect(await endsWithin(Promise.resolve(), 1_000)).toBe(true);
  });

  it('is false for work that takes longer', async () => {
    expect(await endsWithin(never, 10)).toBe(false);
  });

  it('rejects with the error of the work', async () => {
    await expect(endsWithin(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
  });
});
