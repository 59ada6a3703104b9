import type { ReadStatement, SqlReader } from '../../database/database';
import { searchDatabase, type DatabaseSearch } from './search-database';

const SCOPE = { workspace: 'w', viewers: [], readers: null, as_of: 1, now: null };

/** The statements of a search that finds nothing. */
async function statementsOf(search: Partial<DatabaseSearch['search']>): Promise<ReadStatement[]> {
  const statements: ReadStatement[] = [];
  const read: SqlReader['read'] = (statement) => {
    statements.push(statement);
    return Promise.resolve([]);
  };
  await searchDatabase(
    { read },
    {
      search: { scope: SCOPE, filter: {}, stems: ['rain'], vector: null, ...search },
      question: { mode: 'text', text: 'rain', members: [], tags: [], now: 0, embedder: null, terms: [] },
      weights: {} as DatabaseSearch['weights'],
      late: new Map(),
      limit: 10,
      neighbours: false,
    },
  );
  return statements;
}

describe('searchDatabase', () => {
  it('plans a search of a workspace for its words: a generic plan expects a frequent word in few texts', async () => {
    expect(await statementsOf({})).toEqual([expect.objectContaining({ plansForValues: true })]);
  });

  it('prepares a search of one session, whose rows are few', async () => {
    expect(await statementsOf({ filter: { session: 'talk' } })).toEqual([
      expect.objectContaining({ plansForValues: false }),
    ]);
  });
});
