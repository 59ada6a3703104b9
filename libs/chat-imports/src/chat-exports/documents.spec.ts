import { changeOfCanvas, changeOfClaude, finalDocuments, type DocumentChange } from './documents';

const artifact = (input: object): unknown => ({ type: 'tool_use', name: 'artifacts', input });
const claude = (...parts: unknown[]): DocumentChange[] =>
  parts.map((part, at) => changeOfClaude(part, at)).filter((one) => one !== undefined);

describe('a document that was made in a conversation', () => {
  test('of Claude is kept as its last version, with the message that made that', () => {
    const changes = claude(
      artifact({ command: 'create', id: 'letter', title: 'Letter', content: 'Dear landlord, it is cold. It is cold.' }),
      artifact({ command: 'update', id: 'letter', old_str: 'it is cold', new_str: 'the boiler is broken' }),
      artifact({ command: 'create', id: 'note', content: 'Other' }),
      artifact({ command: 'rewrite', id: 'note', title: 'Note', content: 'Whole $& new' }),
    );
    expect([...finalDocuments(changes).texts]).toEqual([
      [1, ['Letter:\nDear landlord, the boiler is broken. It is cold.']],
      [3, ['Note:\nWhole $& new']],
    ]);
  });

  test('keeps the version before a change that does not fit, and the change is named', () => {
    const changes = claude(
      artifact({ command: 'create', id: 'a', content: 'One' }),
      artifact({ command: 'update', id: 'a', old_str: 'Two', new_str: 'Three' }),
      artifact({ command: 'update', id: 'unknown', old_str: 'Two', new_str: 'Three' }),
    );
    const { texts, failed } = finalDocuments(changes);
    expect([[...texts], failed]).toEqual([[[0, ['document:\nOne']]], [1, 2]]);
  });

  test('of Claude may be a file for the person; other tools and notes of its own are none', () => {
    const file = (name: string, input: object): unknown => ({ type: 'tool_use', name, input });
    const path = '/mnt/user-data/outputs/plan.md';
    const changes = claude(
      file('create_file', { path, file_text: 'Monday: paint' }),
      file('str_replace', { path, old_str: 'Monday', new_str: 'Friday' }),
      file('create_file', { path: '/home/claude/notes.md', file_text: 'x' }),
      file('web_search', { query: 'x' }),
    );
    expect([...finalDocuments(changes).texts.values()]).toEqual([['plan.md:\nFriday: paint']]);
  });

  const canvas = (call: string, args: unknown, message: number): DocumentChange | undefined =>
    changeOfCanvas(`canmore.${call}`, typeof args === 'string' ? args : JSON.stringify(args), {
      document: 'c',
      message,
    });

  test.each([
    ['everything', [{ pattern: '.*', multiple: false, replacement: 'New\\1 $1' }], 'New\\1 $1'],
    ['one place', [{ pattern: 'Tues\\w+', multiple: false, replacement: 'Friday' }], 'On Friday, not Tuesday.'],
    ['all places', [{ pattern: 'Tues\\w+', multiple: true, replacement: '$1' }], 'On $1, not $1.'],
    ['what is written, where the pattern is none', [{ pattern: 'not Tuesday.(', replacement: 'x' }], undefined],
    [
      'several places',
      [
        { pattern: 'On', replacement: 'Each' },
        { pattern: ', not.*', replacement: '' },
      ],
      'Each Tuesday',
    ],
  ])('of the canvas takes updates of %s', (_, updates, expected) => {
    const create = canvas('create_textdoc', { name: 'Plan', content: 'On Tuesday, not Tuesday.' }, 0);
    const update = canvas('update_textdoc', { updates }, 1);
    const { texts, failed } = finalDocuments([create, update].filter((one) => one !== undefined));
    expect([...texts]).toEqual(
      expected === undefined ? [[0, ['Plan:\nOn Tuesday, not Tuesday.']]] : [[1, [`Plan:\n${expected}`]]],
    );
    expect(failed).toEqual(expected === undefined ? [1] : []);
  });

  test('of the canvas is none where the call is a comment or not JSON', () => {
    expect(canvas('comment_textdoc', { comments: [] }, 0)).toBeUndefined();
    expect(canvas('create_textdoc', 'no JSON', 0)).toBeUndefined();
  });
});
