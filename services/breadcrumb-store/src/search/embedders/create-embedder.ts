import { refuse } from '@crumbtrail/contracts';
import type { Embedder } from './embedder';
import { lexicalEmbedder } from './lexical-embedder';
import { wordsEmbedder } from './words-embedder';
import { OnnxEmbedder } from './onnx-embedder';
import { explainMissingPackage } from './onnx-package';
import { OpenAiEmbedder } from './openai-embedder';

/** Which embedder the service uses, from its configuration. */
export interface EmbeddingSettings {
  readonly kind: 'words' | 'lexical' | 'openai' | 'onnx';
  readonly baseUrl?: string;
  /** The model for `kind`. If `kind` is a built-in one, which has no models, it applies to an embedder that is chosen later. */
  readonly model?: string;
  readonly apiKey?: string;
  readonly onnx: OnnxSettings;
}

/** Where local models and transformers.js are stored. */
export interface OnnxSettings {
  readonly packageFolder: string;
  readonly cache: string;
  readonly download: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The model of `onnx` if none is named: small, and trained for semantic search. */
const USUAL_ONNX_MODEL = 'Xenova/all-MiniLM-L6-v2';
const ONNX_MODEL = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)?(?:@[a-z0-9]+)?$/;
const OPENAI_MODEL = /^[\x21-\x7e]{1,200}$/;
const KNOWN =
  'words (built in), lexical (built in, spellings alone), openai/<model> (a server at EMBEDDINGS_BASE_URL) and onnx/<model> (a model on this machine)';

const BUILT_IN: readonly Embedder[] = [wordsEmbedder, lexicalEmbedder];
/** The built-in embedder of a name, with or without its version. */
const findBuiltIn = (said: string): Embedder | undefined =>
  BUILT_IN.find(({ name }) => said === name || said === name.replace(/\/.*/, ''));
const isBuiltIn = (kind: EmbeddingSettings['kind']): boolean => findBuiltIn(kind) !== undefined;

function refusal(sentence: string): Error {
  return refuse('invalid_payload', sentence, {
    issues: [{ path: '/use', rule: 'enum', message: 'names no available embedder' }],
  });
}

function resolveModel(
  kind: 'openai' | 'onnx',
  said: string | undefined,
  settings: EmbeddingSettings,
): string | undefined {
  const usual = kind === 'onnx' ? USUAL_ONNX_MODEL : undefined;
  const configuredModel = settings.kind === kind || isBuiltIn(settings.kind) ? settings.model : undefined;
  return said ?? configuredModel ?? usual;
}

function resolveOpenAiName(said: string | undefined, settings: EmbeddingSettings): string {
  const model = resolveModel('openai', said, settings);
  if (!settings.baseUrl) throw refusal('The embedder openai needs a server: set EMBEDDINGS_BASE_URL and start again.');
  if (!model) throw refusal('The embedder openai needs a model: say openai/<model>.');
  if (!OPENAI_MODEL.test(model)) throw refusal(`Invalid model name: ${model}.`);
  return `openai/${model}`;
}

function resolveOnnxName(said: string | undefined, settings: EmbeddingSettings): string {
  const model = resolveModel('onnx', said, settings) as string;
  if (!ONNX_MODEL.test(model)) throw refusal(`Invalid model name: ${model}. Example: ${USUAL_ONNX_MODEL}@q8.`);
  const missing = explainMissingPackage(settings.onnx.packageFolder);
  if (missing) throw refusal(missing);
  return `onnx/${model}`;
}

/** Resolves a requested name to the full name of an embedder, as stored in the database. Refuses an unknown name with a list of the known ones. */
export function resolveEmbedderName(said: string, settings: EmbeddingSettings): string {
  const builtIn = findBuiltIn(said);
  if (builtIn) return builtIn.name;
  const [, kind, model] = /^(openai|onnx)(?:\/(.+))?$/.exec(said) ?? [];
  if (kind === 'openai') return resolveOpenAiName(model, settings);
  if (kind === 'onnx') return resolveOnnxName(model, settings);
  throw refusal(`There is no embedder ${said.slice(0, 100)}. The embedders are ${KNOWN}.`);
}

/** Creates an embedder by its full name; null if the configuration no longer allows it. */
export function createEmbedder(name: string, { baseUrl, apiKey, onnx }: EmbeddingSettings): Embedder | null {
  const builtIn = BUILT_IN.find((one) => one.name === name);
  if (builtIn) return builtIn;
  const [, kind, model] = /^(openai|onnx)\/(.+)$/.exec(name) ?? [];
  if (kind === 'onnx' && model) return new OnnxEmbedder({ ...onnx, model });
  if (kind !== 'openai' || !model || !baseUrl) return null;
  return new OpenAiEmbedder({ baseUrl, model, ...(apiKey === undefined ? {} : { apiKey }) });
}
