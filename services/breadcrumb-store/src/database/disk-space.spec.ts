import { tmpdir } from 'node:os';
import { DiskSpace } from './disk-space';

const MIB = 1024 ** 2;

/** A disk with this much free, in MiB, of which 64 must stay free. */
const withFree = (mib: number): DiskSpace =>
  new DiskSpace({ folder: '/', reserveBytes: 64 * MIB, readFree: () => mib * MIB });

describe('DiskSpace', () => {
  test('refuses writes below the reserve, and says how much is free and how much must stay free', () => {
    expect(withFree(64).whyNoWrites()).toBeNull();
    expect(withFree(63.5).whyNoWrites()?.problem).toEqual({
      code: 'disk_full',
      message: 'The disk of the server is full: 63 MiB are free, and 64 MiB must stay free.',
    });
  });

  test('pauses background work below half of the reserve', () => {
    expect(() => withFree(32).requireForWork()).not.toThrow();
    expect(() => withFree(31).requireForWork()).toThrow('The disk of the server is full: 31 MiB are free');
  });

  test('reads the free space of a real disk', () => {
    const disk = (reserveBytes: number): DiskSpace => new DiskSpace({ folder: tmpdir(), reserveBytes });
    expect(disk(1).whyNoWrites()).toBeNull();
    expect(disk(2 ** 60).whyNoWrites()?.code).toBe('disk_full');
  });
});
