import { refuse } from '@crumbtrail/contracts';
import { TransientError } from '@crumbtrail/platform';
import { retryConflicts } from './retry-conflicts';

describe('retryConflicts', () => {
  it('repeats the work after a conflict with another replica', async () => {
    const conflicts = [refuse('version_conflict', 'At version 2.'), refuse('id_conflict', 'There is one.')];
    const work = jest.fn(async () => {
      const conflict = conflicts.shift();
      if (conflict) throw conflict;
      return 'agreed';
    });
    expect(await retryConflicts(work)).toBe('agreed');
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('throws a TransientError after repeated conflicts', async () => {
    const work = () => Promise.reject(refuse('version_conflict', 'At version 2.'));
    await expect(retryConflicts(work)).rejects.toBeInstanceOf(TransientError);
  });

  it('throws any other error immediately', async () => {
    const work = jest.fn(() => Promise.reject(refuse('forbidden', 'No.')));
    await expect(retryConflicts(work)).rejects.toThrow('No.');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
