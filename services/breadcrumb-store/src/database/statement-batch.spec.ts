import type { Sql, Statement } from './database';
import { StatementBatch } from './statement-batch';

/** A batch, and what it sends. */
function batchOf(): { readonly batch: StatementBatch; readonly sent: (string | Statement)[] } {
  const sent: (string | Statement)[] = [];
  const query: Sql['query'] = (statement) => {
    sent.push(statement);
    return Promise.resolve([]);
  };
  return { batch: new StatementBatch({ query }), sent };
}

describe('StatementBatch', () => {
  it('prepares the statements that it joins', async () => {
    const { batch, sent } = batchOf();
    await Promise.all([batch.read({ text: 'select 1' }), batch.read({ text: 'select 2' })]);
    expect(sent).toEqual([{ text: expect.stringMatching(/select 1[^]*select 2/) as string }]);
  });

  it.each([
    ['alone', []],
    ['among others', [{ text: 'select 2' }]],
  ])('has a statement planned for its values, %s', async (_where, others) => {
    const { batch, sent } = batchOf();
    await Promise.all([{ text: 'select 1', plansForValues: true }, ...others].map((one) => batch.read(one)));
    expect(sent).toEqual([expect.stringContaining('select 1')]);
  });
});
