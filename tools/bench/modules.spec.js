const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { loadBuilt } = require('./fit/built-code.js');

// Programs of their own, which begin to work as soon as they are loaded.
const PROGRAMS = ['bench.js', 'floor-store.js', join('peers', 'langchain', 'peer.js')];
const modules = readdirSync(__dirname, { recursive: true }).filter(
  (file) => file.endsWith('.js') && !/\.spec\.js$|jest\.config/.test(file) && !PROGRAMS.includes(file),
);

it.each(modules)('loads %s: the services and libraries export what it names', (file) => {
  expect(() => require(join(__dirname, file))).not.toThrow();
});

it('says which name a service does not export', () => {
  expect(() => loadBuilt('breadcrumb-store', 'search/embedders/lexical-embedder.js').noSuchName).toThrow(
    'breadcrumb-store/dist/search/embedders/lexical-embedder.js does not export "noSuchName".',
  );
});
