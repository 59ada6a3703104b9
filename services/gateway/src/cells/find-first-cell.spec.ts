import { type ProblemCode, refuse } from '@crumbtrail/contracts';
import { findFirstCell } from './find-first-cell';

const refused = (code: ProblemCode): Promise<string> => Promise.reject(refuse(code, code));

test('find first cell: one that answers is enough, whatever the others do', async () => {
  const never = new Promise<string>(() => undefined);
  expect(await findFirstCell([refused('unavailable'), never, Promise.resolve('eu')])).toBe('eu');
});

test.each<[ProblemCode, readonly ProblemCode[]]>([
  ['unauthenticated', ['unauthenticated', 'unauthenticated']],
  ['unavailable', ['unauthenticated', 'unavailable']],
  ['unavailable', ['unavailable', 'unauthenticated']],
  ['moving', ['unavailable', 'moving', 'unauthenticated']],
])('find first cell: the refusal is %s where the cells refuse as %j', async (code, all) => {
  await expect(findFirstCell(all.map(refused))).rejects.toMatchObject({ code });
});
