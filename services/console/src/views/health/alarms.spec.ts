import type { StatusReply } from '@crumbtrail/contracts';
import { listAlarms } from './alarms';

const status = (more: Partial<StatusReply>): StatusReply => ({ lost: [], ...more }) as StatusReply;

test('listAlarms: is empty while nothing was lost and writes are accepted', () => {
  expect(listAlarms(status({}))).toEqual([]);
});

test('listAlarms: names the positions that a failover of the database lost, and when that was noticed', () => {
  const lost = [{ from: 642, through: 649, epoch: 2, at: '2026-11-22T07:50:00.000Z' }];
  expect(listAlarms(status({ lost }))).toEqual([
    'Positions 642 to 649 were lost when the database failed over (noticed 2026-11-22T07:50:00.000Z). Ask their senders to repeat them.',
  ]);
});

test('listAlarms: says why writes are refused', () => {
  expect(listAlarms(status({ writes_refused: 'The disk of the server is full.' }))).toEqual([
    'Writes are refused: The disk of the server is full. Everything goes on once there is space.',
  ]);
});
