import { EmbeddingRefused, normalise, type Embedder } from './embedder';
import { explainMissingPackage } from './onnx-package';
import { OnnxRunner, type OnnxTimeouts } from './onnx-runner';

export interface OnnxEmbedderOptions {
  /** `owner/name`, followed by the data type (`@fp32`, `@fp16`, `@q8` …) unless it is the default. */
  readonly model: string;
  /** The folder whose node_modules contain transformers.js. */
  readonly packageFolder: string;
  /** The folder of models: `<cache>/<model>/config.json`, `tokenizer.json`, `onnx/model.onnx`. */
  readonly cache: string;
  /** Whether a missing model may be downloaded from the Hugging Face hub. */
  readonly download: boolean;
  /** The environment variables of the model's process. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly limits?: Partial<OnnxTimeouts>;
}

/** Texts in one call. Small, so that a question never waits long for a running batch. */
const BATCH = 16;
const RUN_MS = 60_000;
const LOAD_MS = 120_000;
const DOWNLOAD_MS = 1_800_000;

/** Computes unit vectors with a local model: transformers.js in a separate process, with mean pooling over the tokens of a text. */
export class OnnxEmbedder implements Embedder {
  readonly name: string;
  readonly batch = BATCH;
  private readonly runner: OnnxRunner;

  constructor(private readonly options: OnnxEmbedderOptions) {
    const { model: whole, packageFolder, cache, download, limits, environment = {} } = options;
    this.name = `onnx/${whole}`;
    const [model = whole, dtype = 'fp32'] = whole.split('@', 2);
    const patience = { loadMs: download ? DOWNLOAD_MS : LOAD_MS, runMs: RUN_MS, ...limits };
    this.runner = new OnnxRunner({ packageFolder, model, dtype, cache, download }, patience, environment);
  }

  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]> {
    const missing = explainMissingPackage(this.options.packageFolder);
    if (missing) throw new Error(missing);
    const rows = await this.runner.run(texts, signal).catch((cause: Error) => {
      if (cause instanceof EmbeddingRefused) throw cause;
      throw new Error(`${this.name} is not available: ${this.reason(cause)}`, { cause });
    });
    const vectors = rows.map(normalise).filter((one) => one !== null);
    if (vectors.length === texts.length) return vectors;
    throw new EmbeddingRefused(
      `The model gave no direction to ${texts.length - vectors.length} of ${texts.length} texts.`,
    );
  }

  async prepare(): Promise<void> {
    await this.embed(['a question']);
  }

  /** Adds what to do to the error of transformers.js about a missing file. */
  private reason({ message }: Error): string {
    const { cache, download } = this.options;
    if (download || !message.includes('not found locally')) return message;
    return `it is not in ${cache}: put its folder there, or set EMBEDDINGS_DOWNLOAD=yes and start again. (${message})`;
  }

  close(): void {
    this.runner.close();
  }
}
