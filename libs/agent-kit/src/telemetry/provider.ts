import type { Attributes } from '@opentelemetry/api';
import type { ModelProfile } from '@crumbtrail/prompting';

/** Hosts of providers with their names in the conventions, which allow others: OpenRouter has none there. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)openai\.azure\.com$/, 'azure.ai.openai'],
  [/(^|\.)openai\.com$/, 'openai'],
  [/(^|\.)anthropic\.com$/, 'anthropic'],
  [/(^|\.)mistral\.ai$/, 'mistral_ai'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)perplexity\.ai$/, 'perplexity'],
  [/(^|\.)x\.ai$/, 'x_ai'],
  [/(^|\.)cohere\.(ai|com)$/, 'cohere'],
  [/(^|\.)generativelanguage\.googleapis\.com$/, 'gcp.gemini'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
];

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * The provider's attributes in the OpenTelemetry conventions. Only host and port of the address: a path or login may
 * contain a key.
 */
export function providerOf(profile: Pick<ModelProfile, 'base_url'> | undefined): Attributes {
  if (!profile) return { 'gen_ai.provider.name': 'crumbtrail' };
  if (!URL.canParse(profile.base_url)) return { 'gen_ai.provider.name': 'openai_compatible' };
  const url = new URL(profile.base_url);
  const name = KNOWN.find(([host]) => host.test(url.hostname))?.[1] ?? 'openai_compatible';
  const port = url.port === '' ? PORTS[url.protocol] : Number(url.port);
  return { 'gen_ai.provider.name': name, 'server.address': url.hostname, ...(port ? { 'server.port': port } : {}) };
}
