import { createRequire } from 'node:module';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';

/** The options of the process, passed as JSON in its only argument. */
export interface OnnxProcessOptions {
  /** The folder whose node_modules contain transformers.js. */
  readonly packageFolder: string;
  /** `owner/name`, as on the Hugging Face hub; also the path of the model below `cache`. */
  readonly model: string;
  readonly dtype: string;
  readonly cache: string;
  readonly download: boolean;
}

/** A request to the process: the texts to embed. */
export interface OnnxRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

/** A reply of the process: the concatenated vectors, or an error. */
export type OnnxReply =
  | { readonly id: number; readonly vectors: Float32Array; readonly dimensions: number }
  | { readonly id: number; readonly error: string; readonly isLoaded: boolean };

type FeatureExtractor = (
  texts: readonly string[],
  options: { readonly pooling: 'mean'; readonly normalize: true },
) => Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }>;

/** The part of transformers.js that is used here. It is not a dependency: it is loaded from the configured folder. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string; cacheDir: string };
  pipeline(task: 'feature-extraction', model: string, options: object): Promise<FeatureExtractor>;
}

async function loadModel({
  packageFolder,
  model,
  dtype,
  cache,
  download,
}: OnnxProcessOptions): Promise<FeatureExtractor> {
  const transformers = createRequire(join(packageFolder, 'package.json'))('@huggingface/transformers') as Transformers;
  Object.assign(transformers.env, { allowRemoteModels: download, localModelPath: cache, cacheDir: cache });
  const intraOpNumThreads = Math.max(1, Math.floor(availableParallelism() / 2));
  return transformers.pipeline('feature-extraction', model, {
    dtype,
    device: 'cpu',
    session_options: { intraOpNumThreads, interOpNumThreads: 1 },
  });
}

/** Runs the model in a separate process, so that neither its computation nor a crash affects the service. */
function serve(start: OnnxProcessOptions): void {
  const say = (message: OnnxReply): void => void process.send?.(message);
  let loading: Promise<FeatureExtractor> | null = null;
  const answer = async ({ id, texts }: OnnxRequest): Promise<void> => {
    let isLoaded = false;
    try {
      const extract = await (loading ??= loadModel(start));
      isLoaded = true;
      const { data, dims } = await extract(texts, { pooling: 'mean', normalize: true });
      say({ id, vectors: data, dimensions: dims.at(-1) ?? 0 });
    } catch (error) {
      say({ id, error: error instanceof Error ? error.message : String(error), isLoaded });
    }
  };
  process.on('message', (message: OnnxRequest) => void answer(message));
  process.on('disconnect', () => process.exit(0));
  setPriority(5);
}

serve(JSON.parse(process.argv[2] ?? '{}') as OnnxProcessOptions);
