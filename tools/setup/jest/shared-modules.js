/**
 * Jest loads every module once for each spec file. These take a tenth of a second or more and keep no state that a test could see, so each worker process
 * loads them once, and hands them to all its spec files. (Not Nest and TypeORM, which keep what decorators say, nor what throws errors that are
 * checked with `instanceof Error`: a spec file has an `Error` of its own.)
 */
const SHARED_MODULES = [
  'ajv-formats',
  'ajv/dist/2020',
  'fast-check',
  'gpt-tokenizer/encoding/cl100k_base',
  'gpt-tokenizer/encoding/o200k_base',
  'rxjs',
  'rxjs/operators',
  'zod',
];

module.exports = { SHARED_MODULES };
