import type { ModelDraft } from './use-model';

type ProviderKind = NonNullable<ModelDraft['provider']>;

/** A kind of server, and the address that it usually has. */
interface ProviderChoice {
  readonly title: string;
  readonly base_url?: string;
}

/** Every kind of server that has a profile. */
export const PROVIDERS: Readonly<Record<ProviderKind, ProviderChoice>> = {
  openai: { title: 'OpenAI', base_url: 'https://api.openai.com/v1' },
  openrouter: { title: 'OpenRouter', base_url: 'https://openrouter.ai/api/v1' },
  mistral: { title: 'Mistral', base_url: 'https://api.mistral.ai/v1' },
  ollama: { title: 'Ollama', base_url: 'http://127.0.0.1:11434/v1' },
  'llama.cpp': { title: 'llama.cpp', base_url: 'http://127.0.0.1:8080/v1' },
  vllm: { title: 'vLLM', base_url: 'http://127.0.0.1:8000/v1' },
  'vllm-guided': { title: 'vLLM before 0.12', base_url: 'http://127.0.0.1:8000/v1' },
  plain: { title: 'Plain chat only, without tools' },
};

/** The kinds in the order of the menu. */
export const providerNames = Object.keys(PROVIDERS) as ProviderKind[];

/** The kind of this name; undefined for any other server that speaks the OpenAI protocol. */
export const providerNamed = (name: string): ProviderKind | undefined => providerNames.find((one) => one === name);
