import { contracts } from '@crumbtrail/contracts';
import { WIRE } from '@crumbtrail/contracts/wire-names';

test('WIRE: every name is the name of a contract', () => {
  expect(Object.values(WIRE).filter((name) => !contracts.has(name))).toEqual([]);
});
