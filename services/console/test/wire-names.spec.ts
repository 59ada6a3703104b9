import { contracts } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';

test('a page knows contracts by the names that they have', () => {
  expect(Object.values(WIRE).filter((name) => !contracts.has(name))).toEqual([]);
});
