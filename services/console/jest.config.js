const preset = require('../../jest.preset.js');
const [compiler, options] = Object.values(preset.transform).at(-1);
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
  transform: { ...preset.transform, '^.+\\.tsx$': [compiler, react] },
  moduleNameMapper: { ...preset.moduleNameMapper, '\\.css$': '<rootDir>/test/no-style.js' },
  setupFiles: [],
};
