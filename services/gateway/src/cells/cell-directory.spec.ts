import { CellDirectory, type LocatedIdentity } from './cell-directory';

const found = (cell: string, more: Partial<LocatedIdentity> = {}): LocatedIdentity => ({
  cell,
  workspace: 'harbour',
  participant: { kind: 'user', id: 'ann' },
  role: 'writer',
  key_id: 'k',
  ...more,
});
const harbourAt = (cell: string) => ({ cell, workspace: 'harbour' });

function startDirectory() {
  const moved: string[] = [];
  const clock = { now: 0 };
  const directory = new CellDirectory(
    (workspace) => moved.push(workspace),
    () => clock.now,
  );
  return { directory, moved, clock };
}

test('cell directory: a key is looked up again after a minute', () => {
  const { directory, clock } = startDirectory();
  directory.record('ann', found('eu'));
  clock.now = 59_999;
  expect(directory.find('ann')).toEqual(found('eu'));
  clock.now = 60_000;
  expect(directory.find('ann')).toBeUndefined();
});

test('cell directory: a key that is found in another cell, also long after, shows that its workspace has moved', () => {
  const { directory, moved, clock } = startDirectory();
  directory.record('ann', found('home'));
  clock.now = 3_600_000;
  expect(directory.find('ann')).toBeUndefined();
  directory.record('ann', found('eu'));
  expect(moved).toEqual(['harbour']);
  expect(directory.cellOf(harbourAt('home'))).toBe('eu');
});

test('cell directory: a key that is found where it was shows no move', () => {
  const { directory, moved } = startDirectory();
  directory.record('ann', found('eu'));
  directory.expire('ann');
  directory.record('ann', found('eu'));
  expect(moved).toEqual([]);
});

test('cell directory: after a move all keys of the workspace in that cell are looked up again, and no others', () => {
  const { directory } = startDirectory();
  directory.record('ann', found('home'));
  directory.record('bob', found('home'));
  directory.record('cy', found('home', { workspace: 'quay' }));
  directory.record('dee', found('us'));
  directory.recordMove(harbourAt('home'), 'eu');
  expect(['ann', 'bob', 'cy', 'dee'].map((key) => directory.find(key)?.cell)).toEqual([
    undefined,
    undefined,
    'home',
    'us',
  ]);
});

test('cell directory: workspaces of one name in two cells are not confused', () => {
  const { directory } = startDirectory();
  directory.record('ann', found('home', { workspace: 'default' }));
  directory.record('bob', found('eu', { workspace: 'default' }));
  expect(directory.cellOf({ cell: 'home', workspace: 'default' })).toBe('home');
  expect(directory.cellOf({ cell: 'eu', workspace: 'default' })).toBe('eu');
});

test('cell directory: a workspace is found after several moves, and after it moved back', () => {
  const { directory } = startDirectory();
  directory.recordMove(harbourAt('home'), 'eu');
  directory.recordMove(harbourAt('eu'), 'us');
  expect(['home', 'eu', 'us'].map((cell) => directory.cellOf(harbourAt(cell)))).toEqual(['us', 'us', 'us']);
  directory.recordMove(harbourAt('us'), 'home');
  expect(['home', 'eu', 'us'].map((cell) => directory.cellOf(harbourAt(cell)))).toEqual(['home', 'home', 'home']);
});

test('cell directory: a new workspace with the name of one that moved away is in its own cell', () => {
  const { directory } = startDirectory();
  directory.recordMove(harbourAt('home'), 'eu');
  directory.record('new', found('home'));
  expect(directory.cellOf(harbourAt('home'))).toBe('home');
});
