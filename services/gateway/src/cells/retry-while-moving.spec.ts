import { refuse } from '@crumbtrail/contracts';
import { retryWhileMoving } from './retry-while-moving';

test('retry while moving: sends again until the workspace has moved', async () => {
  let sent = 0;
  const reply = await retryWhileMoving(async () => {
    sent += 1;
    if (sent < 3) throw refuse('moving', 'wait');
    return 'done';
  });
  expect([reply, sent]).toEqual(['done', 3]);
});

test('retry while moving: passes the refusal on when the move takes too long', async () => {
  let sent = 0;
  const send = async (): Promise<never> => {
    sent += 1;
    throw refuse('moving', 'wait');
  };
  await expect(retryWhileMoving(send, 150)).rejects.toMatchObject({ code: 'moving' });
  expect(sent).toBeGreaterThan(1);
});

test('retry while moving: passes any other refusal on at once', async () => {
  let sent = 0;
  const send = async (): Promise<never> => {
    sent += 1;
    throw refuse('unavailable', 'down');
  };
  await expect(retryWhileMoving(send)).rejects.toMatchObject({ code: 'unavailable' });
  expect(sent).toBe(1);
});
