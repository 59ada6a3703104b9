import type { WorkspaceDatabase } from '../database/database';
import { Writer } from './writer';

const lease = { fence: 1, lose: () => undefined };

/** A database that answers the question for the head with these, one after the other. */
function databaseWith(...answers: (number | Error)[]): WorkspaceDatabase {
  const query = async (): Promise<unknown[]> => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return [{ position: next }];
  };
  return {
    kind: 'postgres',
    within: () => ({ query, read: query, transaction: query }),
  } as unknown as WorkspaceDatabase;
}

describe('a writer that catches up with its log', () => {
  it('knows the new head, and tells that positions were skipped', async () => {
    const writer = new Writer(databaseWith(7), lease);
    const skipped: unknown[] = [];
    writer.onSkip((from, through) => skipped.push([from, through]));
    await writer.catchUp();
    expect(writer.position).toBe(7);
    expect(skipped).toEqual([[0, 7]]);
  });

  it('says so where the head cannot be read, and can be asked again', async () => {
    const writer = new Writer(databaseWith(new Error('the database is away'), 7), lease);
    await expect(writer.catchUp()).rejects.toThrow('the database is away');
    await writer.catchUp();
    expect(writer.position).toBe(7);
  });
});
