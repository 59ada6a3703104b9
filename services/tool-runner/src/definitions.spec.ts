import { contentHash, type Envelope, type ToolDefV1 } from '@crumbtrail/contracts';
import { definitionWrites } from './definitions';

const wanted: ToolDefV1 = { name: 'echo', title: 'Echo', description: 'Gives back.', input: { type: 'object' } };
const known = (context: object, author = { kind: 'service', id: 'tool-runner' }) =>
  ({
    id: 'x',
    version: 3,
    author,
    context,
    content_hash: contentHash(context as Record<string, unknown>),
  }) as unknown as Envelope;

describe('definitionWrites', () => {
  it('creates missing definitions', () => {
    expect(definitionWrites([{ wanted, known: null }])).toMatchObject([
      { op: 'create', draft: { title: 'Echo', context: { name: 'echo' } } },
    ]);
  });

  it('does not change up-to-date definitions', () => {
    expect(definitionWrites([{ wanted, known: known({ ...wanted }) }])).toEqual([]);
  });

  it('updates a differing definition from the version that was read', () => {
    expect(definitionWrites([{ wanted, known: known({ ...wanted, description: 'Old.' }) }])).toEqual([
      { op: 'update', id: 'x', if_match: 3, patch: { context: wanted } },
    ]);
  });

  it('does not change definitions that an operator has written or erased', () => {
    const theirs = known({ ...wanted, description: 'Mine.' }, { kind: 'operator', id: 'olga' });
    const erased = {
      id: 'x',
      erased: true,
      erased_at: '',
      erased_by: { kind: 'operator', id: 'olga' },
      position: 1,
    } as const;
    expect(
      definitionWrites([
        { wanted, known: theirs },
        { wanted, known: erased },
      ]),
    ).toEqual([]);
  });
});
