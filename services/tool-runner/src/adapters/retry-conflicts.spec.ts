import { refuse } from '@crumbtrail/contracts';
import { TransientError } from '@crumbtrail/platform';
import { retryConflicts } from './retry-conflicts';

describe('work that another replica may have done', () => {
  it('is done again from what is there now', async () => {
    const conflicts = [refuse('version_conflict', 'At version 2.'), refuse('id_conflict', 'There is one.')];
    const work = jest.fn(async () => {
      const conflict = conflicts.shift();
      if (conflict) throw conflict;
      return 'agreed';
    });
    expect(await retryConflicts(work)).toBe('agreed');
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('is tried later when they never agree: nothing is given up', async () => {
    const work = () => Promise.reject(refuse('version_conflict', 'At version 2.'));
    await expect(retryConflicts(work)).rejects.toBeInstanceOf(TransientError);
  });

  it('is refused at once for any other reason', async () => {
    const work = jest.fn(() => Promise.reject(refuse('forbidden', 'No.')));
    await expect(retryConflicts(work)).rejects.toThrow('No.');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
