import { createRequire } from 'node:module';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';

/** What the process is started with, as its only argument. */
export interface OnnxProcessOptions {
  /** The folder in whose node_modules transformers.js is. */
  readonly packageFolder: string;
  /** As on the Hugging Face hub, and as the folders below `cache`: `owner/name`. */
  readonly model: string;
  readonly dtype: string;
  readonly cache: string;
  readonly download: boolean;
}

/** To the process: texts. */
export interface OnnxRequest {
  readonly id: number;
  readonly texts: readonly string[];
}

/** From the process: the vectors one after the other, or why there are none. */
export type OnnxReply =
  | { readonly id: number; readonly vectors: Float32Array; readonly dimensions: number }
  | { readonly id: number; readonly error: string; readonly isLoaded: boolean };

type FeatureExtractor = (
  texts: readonly string[],
  options: { readonly pooling: 'mean'; readonly normalize: true },
) => Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }>;

/** As much of transformers.js as is used here. It is no dependency: it is looked for where the service is told. */
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

/** Runs the model away from the service: what it computes stalls nobody, and if it crashes it crashes alone. */
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
