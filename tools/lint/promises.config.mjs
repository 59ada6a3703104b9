/** Rules that need types, and so a minute of their own: no promise is left unheard. */
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('../..', import.meta.url));
const silent = { rules: {} };

export default [
  { ignores: ['**/dist/', '**/out-tsc/', '**/node_modules/', '**/fixtures/'] },
  {
    files: ['libs/*/{src,test}/**/*.ts', 'services/*/{src,test}/**/*.{ts,tsx}', 'e2e/**/*.ts'],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true, tsconfigRootDir: root } },
    // Their rules are named in comments and belong to the other configuration.
    plugins: { '@typescript-eslint': tseslint.plugin, '@nx': silent, '@eslint-community/eslint-comments': silent },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
];
