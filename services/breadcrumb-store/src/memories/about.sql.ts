/** Whether the fact `f` says neither whom it is about nor who said it, and all its sources are of the participant in this parameter. */
const isUnsaidOf = (participant: string): string =>
  `not f ? 'about' and not f ? 'said_by' and not exists (
     select 1 from jsonb_array_elements(f -> 'sources') s
     left join crumb source on source.workspace = c.workspace and source.id = (s ->> 'id')::uuid
     where source.id is null or source.author_kind || ':' || source.author_id <> ${participant})`;

const hasFact = (pattern: string): string =>
  `v.context -> 'facts' @> jsonb_build_array(jsonb_build_object(${pattern}))`;

/** Predicate on the version `v` of a memory `c`: it has facts about the participant in this parameter, or that name them. */
export const isAboutSql = (participant: string): string =>
  `(${hasFact(`'about', ${participant}`)} or ${hasFact(`'names', jsonb_build_array(${participant})`)}
    or exists (select 1 from jsonb_array_elements(v.context -> 'facts') f where ${isUnsaidOf(participant)}))`;
