const { sharesProcess } = require('./shares-process.js');

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

test.each([
  [{}, true],
  [{ SERVICES_PER_PROCESS: 'all' }, true],
  [{ SERVICES_PER_PROCESS: '1' }, false],
  [collector, false],
  [{ ...collector, SERVICES_PER_PROCESS: 'all' }, true],
])('%j: the services share a process: %s', (env, shared) => {
  expect(sharesProcess(env)).toBe(shared);
});

test('another value is refused', () => {
  expect(() => sharesProcess({ SERVICES_PER_PROCESS: '2' })).toThrow('SERVICES_PER_PROCESS is 2; give all or 1.');
});
