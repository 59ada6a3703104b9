import {
  mayInform,
  mayRead,
  participantName,
  ToolCatalog,
  ToolResponse,
  type Audience,
  type Envelope,
  type InformingText,
  type SourcePlan,
} from '@crumbtrail/contracts';
import type { NotConsideredCause } from '@crumbtrail/contracts/operations/why-not';
import type { AccessScope } from '../../gather/assert-readable';
import type { BuildInput } from '../../gather/build-input';

/** Why no source could give a text. */
export interface NotConsidered {
  readonly cause: NotConsideredCause;
  /** A whole sentence. */
  readonly because: string;
}

/** What decides which texts a build considers. */
export type ConsideredScope = Pick<BuildInput, 'access' | 'excluded' | 'as_of' | 'now'>;

const WITH_OWN_SOURCE: readonly string[] = [ToolCatalog.name, ToolResponse.name];

const describeAudience = (audience: Audience): string =>
  audience === 'all' ? 'everybody' : audience === 'agents' ? 'agents' : audience.join(', ');

/** Whether a source takes texts of this schema. */
function takesSchema({ type, schemas }: SourcePlan, { schema_name }: Envelope): boolean {
  if (type === 'catalog') return schema_name === ToolCatalog.name;
  if (type === 'results') return schema_name === ToolResponse.name;
  return schemas.length === 0 ? !WITH_OWN_SOURCE.includes(schema_name) : schemas.includes(schema_name);
}

const takesTags = ({ tags }: SourcePlan, crumb: Envelope): boolean =>
  tags.every((tag) => (crumb.tags ?? []).includes(tag));

function takesScope({ scope, type }: SourcePlan, crumb: Envelope, { access }: ConsideredScope): boolean {
  if (type === 'catalog' || scope === 'workspace') return true;
  if (scope === 'agent') return crumb.author.kind === 'agent' && crumb.author.id === access.agent;
  return access.session !== undefined && crumb.session === access.session;
}

const listNames = (sources: readonly SourcePlan[]): string =>
  `${sources.length === 1 ? 'source' : 'sources'} ${sources.map(({ name }) => name).join(', ')}`;

/** Written too late, or no longer valid when the context was built. */
export function findTimeCause(
  { crumb, isLater }: { readonly crumb: Envelope; readonly isLater: boolean },
  { as_of, now }: Pick<ConsideredScope, 'as_of' | 'now'>,
): NotConsidered | null {
  if (isLater) {
    const because = `it was written at position ${crumb.position} of the log, after the context, which was built as of position ${as_of}`;
    return { cause: 'time', because };
  }
  const { expires_at } = crumb;
  if (typeof expires_at === 'string' && Date.parse(expires_at) <= Date.parse(now))
    return { cause: 'time', because: `it had expired at ${expires_at}` };
  return null;
}

/** Hidden from the agent, or from somebody who may read the answer. */
export function findAudienceCause(text: InformingText, { agent, readers }: AccessScope): NotConsidered | null {
  const participant = { kind: 'agent', id: agent } as const;
  const whom = `it is for ${describeAudience(text.audience)}`;
  if (!mayRead(text, { participant }))
    return { cause: 'audience', because: `${whom}, and ${participantName(participant)} may not read it` };
  if (mayInform(text, readers)) return null;
  return { cause: 'audience', because: `${whom}, and the answer is read by ${describeAudience(readers)}` };
}

/** A source could give it and did not. */
function describeLimit({ name, type, limit }: SourcePlan): string {
  if (type === 'results') return `source ${name} has only results of the agent's own calls that are still valid`;
  if (type === 'trail') return `source ${name} has only what led to the message`;
  if (type === 'text' || type === 'vector' || type === 'hybrid')
    return `source ${name} found nothing in it that the message asks for`;
  return `source ${name} has only the ${limit} newest`;
}

function findSourceCause(crumb: Envelope, sources: readonly SourcePlan[], scope: ConsideredScope): NotConsidered {
  const ofSchema = sources.filter((source) => takesSchema(source, crumb));
  const ofTags = ofSchema.filter((source) => takesTags(source, crumb));
  const able = ofTags.filter((source) => takesScope(source, crumb, scope));
  if (able.length > 0) {
    const isResult = able.every(({ type }) => type === 'results');
    return { cause: isResult ? 'time' : 'source_limit', because: able.map(describeLimit).join('; ') };
  }
  if (ofTags.length > 0) {
    const where = crumb.session === undefined ? 'it is in no session' : `it is in session ${crumb.session}`;
    const looked = scope.access.session === undefined ? 'no session' : `session ${scope.access.session}`;
    return { cause: 'scope', because: `${where}, and ${listNames(ofTags)} only looked in ${looked}` };
  }
  if (ofSchema.length > 0)
    return { cause: 'schema', because: `it lacks the tags that ${listNames(ofSchema)} asked for` };
  return { cause: 'schema', because: `its schema is ${crumb.schema_name}, which no source of the context takes` };
}

/** Why none of the sources of a build could give this text. */
export function findNotConsidered(
  crumb: Envelope,
  sources: readonly SourcePlan[],
  scope: ConsideredScope,
): NotConsidered {
  if (scope.excluded?.some(({ id }) => id === crumb.id))
    return { cause: 'scope', because: 'the message excludes it, because its conversation has left it' };
  return findSourceCause(crumb, sources, scope);
}
