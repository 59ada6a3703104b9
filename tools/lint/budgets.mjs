import comments from '@eslint-community/eslint-plugin-eslint-comments';

/** Size limits of files and functions. An exemption is an eslint comment on line 1 that states its reason. */
export const budgets = [
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.js', '**/*.mjs'],
    plugins: { '@eslint-community/eslint-comments': comments },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 40, skipComments: true }],
      complexity: ['error', 10],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      '@eslint-community/eslint-comments/require-description': ['error', { ignore: ['eslint-enable'] }],
      '@eslint-community/eslint-comments/no-unlimited-disable': 'error',
      '@eslint-community/eslint-comments/disable-enable-pair': ['error', { allowWholeFile: true }],
    },
  },
  // Markup is a single expression with a line for each nested element.
  { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 60, skipComments: true }] } },
  { files: ['**/generated/**'], rules: { 'max-lines': 'off' } },
  // A migration is one list of statements, which is read from top to bottom and never changed later.
  { files: ['**/migrations/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['**/*.spec.ts', '**/*.spec.tsx', '**/*.spec.js', '**/test/**/*.ts', 'e2e/**/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
];
