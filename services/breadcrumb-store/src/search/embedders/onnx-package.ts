import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Says why the embedder `onnx` is unavailable and what to do; null if transformers.js is installed. */
export function explainMissingPackage(folder: string): string | null {
  if (existsSync(join(folder, 'node_modules/@huggingface/transformers/package.json'))) return null;
  return `The embedder onnx needs transformers.js, which is not in ${folder}: type \`npm run install:onnx\` (160 MB), or say with EMBEDDINGS_PACKAGE where it is.`;
}
