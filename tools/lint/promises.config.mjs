/** Rules against unhandled promises. They need type information and take about a minute, so they run separately. */
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('../..', import.meta.url));
const silent = { rules: {} };

export default [
  { ignores: ['**/dist/', '**/out-tsc/', '**/node_modules/', '**/fixtures/'] },
  {
    files: ['libs/*/{src,test}/**/*.ts', 'services/*/{src,test}/**/*.{ts,tsx}', 'e2e/**/*.ts'],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true, tsconfigRootDir: root } },
    // Comments in the sources name rules of the main configuration, which are not loaded here.
    plugins: { '@typescript-eslint': tseslint.plugin, '@nx': silent, '@eslint-community/eslint-comments': silent },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
];
