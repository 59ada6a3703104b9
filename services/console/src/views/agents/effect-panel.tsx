import type { AgentResponseV1, Envelope, PreviewReply } from '@crumbtrail/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import type { JsonObject } from '../../components/editing/json-pointer';
import { ErrorNotice } from '../../components/error-notice';
import { useTimeFormat } from '../../components/time';
import { ScrollRegion } from '../../components/scroll-region';
import { type EffectItem, type ConfigEffect, compareBuilds, type SectionChange, explainAbsence } from './config-effect';
import { useDebounced } from '../../hooks/use-debounced';

function Change({ change: { section, before, after } }: { readonly change: SectionChange }): ReactNode {
  const by = after - before;
  return (
    <tr>
      <th scope="row">{section}</th>
      <td className="number">{before.toLocaleString('en')}</td>
      <td className="number">{after.toLocaleString('en')}</td>
      <td className={`number ${by > 0 ? 'grows' : by < 0 ? 'shrinks' : 'soft'}`}>
        {by > 0 ? '+' : ''}
        {by.toLocaleString('en')}
      </td>
    </tr>
  );
}

function EffectItems(props: {
  readonly title: string;
  readonly of: readonly EffectItem[];
  readonly texts: TextsById;
  readonly why: boolean;
}): ReactNode {
  const { title, of, texts, why } = props;
  return (
    <section aria-label={title}>
      <strong>
        {title}: {of.length}
      </strong>
      <ul>
        {of.map((one, at) => (
          <li key={at} className="anywhere">
            <a href={hrefTo('trails', [one.id], { crumb: one.id })}>
              <bdi>{texts.get(one.id) ?? one.id}</bdi>
            </a>{' '}
            <span className="soft">
              {one.section}, {one.tokens.toLocaleString('en')} tokens{why && `: ${explainAbsence(one)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const DEBOUNCE_MS = 350;

type TextsById = ReadonlyMap<string, string>;

function EffectTable({ effect, texts }: { readonly effect: ConfigEffect; readonly texts: TextsById }): ReactNode {
  return (
    <>
      <ScrollRegion label="Tokens by section">
        <table>
          <thead>
            <tr>
              {['Tokens', 'Saved', 'Edited', 'Change'].map((title) => (
                <th key={title} scope="col" className={title === 'Tokens' ? undefined : 'number'}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[effect.total, ...effect.sections, effect.cap].map((change) => (
              <Change key={change.section} change={change} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <EffectItems title="Added" of={effect.added} texts={texts} why={false} />
      <EffectItems title="Dropped" of={effect.dropped} texts={texts} why />
    </>
  );
}

/** Rebuilds the context of a turn with a configuration, or with the saved one; nothing is stored. */
function useBuild(context: string | undefined, config: JsonObject | undefined): UseQueryResult<PreviewReply> {
  const client = useClient();
  return useQuery({
    queryKey: ['build', context, config],
    enabled: context !== undefined,
    placeholderData: (before) => before,
    queryFn: async () => (await client.contexts.replan(context as string, config ? { config } : {})).preview,
  });
}

/** The texts of the changed items, truncated. */
function useTexts(effect: ConfigEffect | undefined): TextsById {
  const client = useClient();
  const ids = [...new Set([...(effect?.added ?? []), ...(effect?.dropped ?? [])].map(({ id }) => id))].slice(0, 40);
  const { data } = useQuery({
    queryKey: ['texts', ids],
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    queryFn: async () => {
      const read = await Promise.all(ids.map((id) => client.rendering(id).catch(() => undefined)));
      return new Map(read.flatMap((one) => (one ? [[one.id, one.text.slice(0, 120)] as const] : [])));
    },
  });
  return data ?? new Map();
}

interface EditedConfig {
  readonly draft: JsonObject | undefined;
  readonly isValid: boolean;
}

function TurnEffect({ context, draft, isValid }: EditedConfig & { readonly context: string }): ReactNode {
  const before = useBuild(context, undefined);
  const after = useBuild(isValid ? context : undefined, useDebounced(draft, DEBOUNCE_MS));
  const effect = before.data && after.data ? compareBuilds(before.data, after.data) : undefined;
  const texts = useTexts(effect);
  const error = before.error ?? after.error;
  if (error) return <ErrorNotice error={error} />;
  return (
    <div aria-busy={after.isFetching}>
      {!isValid && <p className="soft">The edit is invalid; showing the last valid version.</p>}
      {effect ? <EffectTable effect={effect} texts={texts} /> : <Loading label="Comparing both configurations" />}
    </div>
  );
}

type Turn = Envelope<AgentResponseV1>;

function TurnPicker({ turns, chosen }: { readonly turns: readonly Turn[]; readonly chosen: string }): ReactNode {
  const { go } = useRoute();
  const formatTime = useTimeFormat();
  const id = useId();
  return (
    <p className="row">
      <label htmlFor={id}>Turn</label>
      <select id={id} value={chosen} onChange={({ target }) => go({ turn: target.value })}>
        {turns.map(({ context: { context_id, content = '' }, created_at }) => (
          <option key={context_id} value={context_id}>
            {formatTime(created_at)} {content.slice(0, 60)}
          </option>
        ))}
      </select>
      <a href={hrefTo('contexts', [chosen])}>View context</a>
    </p>
  );
}

/** Shows how an edited configuration changes the context of one of the agent's latest turns. */
export function EffectPanel({
  responses,
  ...editing
}: EditedConfig & { readonly responses: readonly Envelope[] }): ReactNode {
  const { query } = useRoute();
  const turns = (responses as readonly Turn[]).filter(({ context }) => context.context_id !== undefined);
  const context = query.get('turn') ?? turns[0]?.context.context_id;
  if (context === undefined) return <p className="soft">No turns yet to show the effect on.</p>;
  return (
    <section className="effect" aria-label="Effect on a turn">
      <h2>Effect on a turn</h2>
      <TurnPicker turns={turns} chosen={context} />
      <TurnEffect context={context} {...editing} />
      <p className="soft">
        Simulated for that turn’s message as of then; nothing is stored. Removed settings keep their saved value until
        you save.
      </p>
    </section>
  );
}
