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

// What renders Markdown ships nothing but ES modules.
const esmOnly =
  'react-markdown|remark-|rehype-|micromark|mdast-|hast-|unist-|estree-util-|unified|bail|trough|vfile|devlop|ccount|zwitch|longest-streak|markdown-table|escape-string-regexp|is-plain-obj|trim-lines|html-url-attributes|property-information|[a-z]+-separated-tokens|decode-named-character-reference|character-entities|stringify-entities|lowlight';

// The preset plus JSX; style sheets are replaced by an empty module.
module.exports = {
  ...preset,
  displayName: 'console',
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  transform: { ...preset.transform, '^.+\\.tsx$': [compiler, react] },
  moduleNameMapper: { ...preset.moduleNameMapper, '\\.css$': '<rootDir>/test/no-style.js' },
  transformIgnorePatterns: preset.transformIgnorePatterns.map((pattern) =>
    pattern.replace('(?:', `(?:${esmOnly}|`).replace(')/)', ')[^/]*/)'),
  ),
  setupFiles: [],
};
