const { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { openHome } = require('./home.js');

const modeOf = (folder) => statSync(folder).mode & 0o7777;

describe('openHome', () => {
  let home;
  beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'crumbtrail-home-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  test('a home that existed before with mode 0755 can be entered by its owner alone', () => {
    chmodSync(home, 0o755);
    openHome(home)();
    expect(modeOf(home)).toBe(0o700);
  });

  test('a folder that many share keeps its mode', () => {
    chmodSync(home, 0o1777);
    openHome(home)();
    expect(modeOf(home)).toBe(0o1777);
  });

  test('holds where the gateway listens as long as the stack runs, for its owner alone', () => {
    const file = join(home, 'gateway-url');
    const close = openHome(home, 'http://127.0.0.1:7199');
    expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['http://127.0.0.1:7199\n', 0o600]);
    close();
    expect(existsSync(file)).toBe(false);
  });
});
