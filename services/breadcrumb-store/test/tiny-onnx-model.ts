import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The smallest model there is: one Gather, which looks each token's vector up in a table. Written as protobuf by hand
// (https://onnx.ai/onnx/repo-docs/IR.html), so that the repository holds no binary without its source.

function varint(value: number): Buffer {
  const low = value & 0x7f;
  return value < 0x80 ? Buffer.of(low) : Buffer.concat([Buffer.of(low | 0x80), varint(value >>> 7)]);
}

const number = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)]);

function bytes(field: number, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)));
  return Buffer.concat([varint((field << 3) | 2), varint(body.length), body]);
}

const FLOAT = 1;
const INT64 = 7;

function tensorType(name: string, type: number, ...dimensions: (string | number)[]): Buffer {
  const shape = dimensions.map((one) => bytes(1, typeof one === 'number' ? number(1, one) : bytes(2, one)));
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, number(1, type), bytes(2, ...shape)))]);
}

function onnx(table: readonly (readonly number[])[]): Buffer {
  const [tokens, size] = [table.length, table[0]?.length ?? 0];
  const weights = Buffer.from(Float32Array.from(table.flat()).buffer);
  const graph = bytes(
    7,
    bytes(1, bytes(1, 'table'), bytes(1, 'input_ids'), bytes(2, 'last_hidden_state'), bytes(4, 'Gather')),
    bytes(2, 'tiny'),
    bytes(5, number(1, tokens), number(1, size), number(2, FLOAT), bytes(8, 'table'), bytes(9, weights)),
    bytes(11, tensorType('input_ids', INT64, 'texts', 'tokens')),
    bytes(12, tensorType('last_hidden_state', FLOAT, 'texts', 'tokens', size)),
  );
  return Buffer.concat([number(1, 8), graph, bytes(8, bytes(1, ''), number(2, 13))]);
}

/** Rows of the table, by token. What fills a batch points far away, so that a mean that counted it would show. */
const TOKENS: Readonly<Record<string, readonly number[]>> = {
  '[PAD]': [9, 9, 9],
  '[UNK]': [0, 0, 1],
  heron: [1, 0, 0],
  grebe: [0.8, 0.6, 0],
  boat: [0, 1, 0],
  // No direction at all.
  nothing: [0, 0, 0],
};

const special = (content: string, id: number): object => ({
  id,
  content,
  special: true,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
});

/** Makes a model that transformers.js loads; gives its name. */
export function tinyModel(cache: string, name = 'crumbtrail/tiny'): string {
  const folder = join(cache, name);
  mkdirSync(join(folder, 'onnx'), { recursive: true });
  writeFileSync(join(folder, 'onnx/model.onnx'), onnx(Object.values(TOKENS)));
  const vocab = Object.fromEntries(Object.keys(TOKENS).map((token, id) => [token, id]));
  const json = {
    'config.json': { model_type: 'bert' },
    'tokenizer_config.json': {
      tokenizer_class: 'PreTrainedTokenizerFast',
      pad_token: '[PAD]',
      unk_token: '[UNK]',
      model_max_length: 4,
    },
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      post_processor: null,
      decoder: null,
      added_tokens: [special('[PAD]', 0), special('[UNK]', 1)],
      normalizer: { type: 'Lowercase' },
      pre_tokenizer: { type: 'Whitespace' },
      model: { type: 'WordLevel', vocab, unk_token: '[UNK]' },
    },
  };
  for (const [file, content] of Object.entries(json)) writeFileSync(join(folder, file), JSON.stringify(content));
  return name;
}
