const { units } = require('./recording.js');

const line = (client, text) => ({ client, text, params: [] });
const shape = (lines) => units(lines).map((unit) => unit.statements.map(({ text }) => text).join('; '));

describe('units of a recording', () => {
  it('keep a transaction together although other statements run in between', () => {
    const lines = [line(1, 'BEGIN'), line(2, 'select 1'), line(1, 'insert'), line(2, 'select 2'), line(1, 'COMMIT')];
    expect(shape(lines)).toEqual(['select 1', 'select 2', 'BEGIN; insert; COMMIT']);
  });

  it('leave out a transaction that has not ended yet', () => {
    expect(shape([line(1, 'BEGIN'), line(1, 'insert')])).toEqual([]);
  });

  it('leave out what limits a connection to workspaces', () => {
    const limit = `set role "limited"; set crumbtrail.workspaces = 'default'`;
    const lines = [limit, 'select 1', `begin; ${limit}`, 'insert', 'commit', 'reset role'].map((text) => line(1, text));
    expect(shape(lines)).toEqual(['select 1', 'begin; insert; commit']);
  });

  it('mark the statements that run in the background of a turn', () => {
    const inspection = 'select id, version from crumb_event e where position = $1';
    const lines = ['select * from index_cursor', inspection, 'select * from crumb'].map((text) => line(1, text));
    expect(units(lines).map((unit) => unit.background)).toEqual([true, true, false]);
  });
});
