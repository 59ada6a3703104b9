import type { ContextConfigV1, ContextShadowV1 } from './generated/types';
import type { Ref } from './record';

/** The tag of what one version of a shadow has built. */
export const shadowTag = ({ id, version }: Ref): string => `shadow:${id}@${version}`;

/** Settings of a context.config.v1 whose members are merged one by one; all others are replaced whole. */
const MERGED = ['budget', 'features', 'dedup', 'excerpts', 'frame'] as const;

type Config = Omit<ContextConfigV1, 'consumer'>;
type Sections = NonNullable<Config['sections']>;

/** The sections of both, each with the settings of `over` before those of `under`. */
function mergeSections(under: Sections, over: Sections): Sections {
  const names = [...new Set([...over, ...under].map(({ name }) => name))];
  return names.map((name) => ({
    ...under.find((one) => one.name === name),
    ...over.find((one) => one.name === name),
    name,
  }));
}

/** The configuration that builds as `over` does over `under`: what a shadow builds with, as one configuration. */
export function mergeConfigs(under: Config, over: ContextShadowV1['config']): Config {
  const other = over as Config;
  const merged = MERGED.flatMap((key) =>
    under[key] && other[key] ? [[key, { ...under[key], ...other[key] }] as const] : [],
  );
  const sections = under.sections && other.sections ? { sections: mergeSections(under.sections, other.sections) } : {};
  return { ...under, ...other, ...Object.fromEntries(merged), ...sections };
}
