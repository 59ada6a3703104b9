import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { boundaries } from './tools/lint/boundaries.mjs';
import { budgets } from './tools/lint/budgets.mjs';
import { rooms } from './tools/lint/rooms.mjs';

export default [
  { ignores: ['**/dist/', '**/out-tsc/', '**/node_modules/', '.nx/', 'tmp/', '.crumbtrail/', '**/fixtures/'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  { plugins: { '@nx': nx } },
  ...budgets,
  ...rooms,
  ...boundaries,
];
