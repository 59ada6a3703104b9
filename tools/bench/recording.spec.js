const { units } = require('./recording.js');

const line = (client, text) => ({ client, text, params: [] });
const shape = (lines) => units(lines).map((unit) => unit.statements.map(({ text }) => text).join('; '));

describe('units of a recording', () => {
  it('keeps a transaction together though others run between', () => {
    const lines = [line(1, 'BEGIN'), line(2, 'select 1'), line(1, 'insert'), line(2, 'select 2'), line(1, 'COMMIT')];
    expect(shape(lines)).toEqual(['select 1', 'select 2', 'BEGIN; insert; COMMIT']);
  });

  it('leaves out what has not ended yet', () => {
    expect(shape([line(1, 'BEGIN'), line(1, 'insert')])).toEqual([]);
  });

  it('knows what runs beside a turn', () => {
    const lines = [line(1, 'select * from index_cursor'), line(1, 'select * from crumb')];
    expect(units(lines).map((unit) => unit.background)).toEqual([true, false]);
  });
});
