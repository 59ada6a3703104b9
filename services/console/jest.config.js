const preset = require('../../jest.preset.js');
const [[pattern, [compiler, options]]] = Object.entries(preset.transform);
const { jsc } = options;

const react = {
  ...options,
  jsc: {
    ...jsc,
    parser: { ...jsc.parser, tsx: true },
    transform: { ...jsc.transform, react: { runtime: 'automatic' } },
  },
};

// The preset plus JSX; style sheets are replaced by an empty module.
module.exports = {
  ...preset,
  displayName: 'console',
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  transform: { [pattern]: [compiler, options], '^.+\\.tsx$': [compiler, react] },
  moduleNameMapper: { ...preset.moduleNameMapper, '\\.css$': '<rootDir>/test/no-style.js' },
  setupFiles: [],
};
