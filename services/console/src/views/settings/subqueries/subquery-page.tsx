import type { SubqueryKindView } from '@crumbtrail/client';
import type { SubqueryTemplate } from '@crumbtrail/contracts';
import { toJsonObject } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useClient } from '../../../api/client';
import { AuthorLabel } from '../../../components/author';
import { ErrorNotice } from '../../../components/error-notice';
import type { JsonObject } from '../../../components/editing/json-pointer';
import PayloadEditor, { type PayloadEditorProps } from '../../../components/editing/payload-editor';
import type { SaveAction } from '../../../components/editing/use-payload-draft';
import { QueryResult } from '../../../components/query-result';
import { Time } from '../../../components/time';
import { hrefTo } from '../../../routing/route';
import { TemplateDraftBar } from './template-draft-bar';
import { templateFields } from './template-fields';
import { TryTemplate } from './try-template';
import { useKindChange, useSubqueries } from './use-subqueries';

interface KindProps {
  readonly kind: SubqueryKindView;
}

const templateIn = (value: JsonObject): SubqueryTemplate => value['template'] as unknown as SubqueryTemplate;

/** How the form saves: the template, or a draft that no subquery uses. */
function useSaving({ kind }: KindProps): Pick<PayloadEditorProps, 'saving' | 'alternative'> {
  const client = useClient();
  return useMemo(() => {
    const latest = async (overwrite: boolean): Promise<SubqueryKindView> => {
      if (!overwrite) return kind;
      return (await client.subqueries.list()).find(({ type }) => type === kind.type) ?? kind;
    };
    const template: SaveAction = {
      label: 'Save',
      save: async (value, overwrite) => void (await client.subqueries.save(await latest(overwrite), templateIn(value))),
    };
    const draft = (label: string): SaveAction => ({
      label,
      save: async (value, overwrite) =>
        void (await client.subqueries.saveDraft(await latest(overwrite), templateIn(value))),
    });
    return kind.draft ? { saving: draft('Save draft') } : { saving: template, alternative: draft('Save as draft') };
  }, [client, kind]);
}

function TemplateState({ kind: { saved, changed } }: KindProps): ReactNode {
  return (
    <p className="soft">
      {changed ? 'The workspace has a template of its own.' : 'The built-in template is sent.'}{' '}
      {saved && (
        <>
          Version {saved.version} by <AuthorLabel author={saved.by} />, <Time at={saved.at} />.{' '}
          <a href={hrefTo('trails', [saved.trail_id], { crumb: saved.id })}>View as breadcrumb</a>
        </>
      )}
    </p>
  );
}

function Reset({ kind }: KindProps): ReactNode {
  const client = useClient();
  const resetting = useKindChange(() => client.subqueries.reset(kind));
  return (
    <>
      <button type="button" disabled={resetting.isPending} onClick={() => resetting.mutate()}>
        Use the built-in template
      </button>
      {resetting.error && <ErrorNotice error={resetting.error} />}
    </>
  );
}

function TemplateForm({ kind }: KindProps): ReactNode {
  const [edited, setEdited] = useState<{ readonly value: JsonObject; readonly isValid: boolean }>();
  const onDraft = useCallback((value: JsonObject, isValid: boolean) => setEdited({ value, isValid }), []);
  const shown = useMemo(() => toJsonObject({ type: kind.type, template: kind.draft ?? kind.template }), [kind]);
  // There is a template in any case, so that nothing is to be saved until it is changed.
  const crumb = kind.saved ?? { id: kind.type, version: 0 };
  return (
    <>
      <PayloadEditor
        schemaName={WIRE.subqueryDef}
        value={shown}
        crumb={crumb}
        fields={templateFields}
        onDraft={onDraft}
        {...useSaving({ kind })}
      />
      {kind.changed && !kind.draft && <Reset kind={kind} />}
      <TryTemplate type={kind.type} template={templateIn(edited?.value ?? shown)} isValid={edited?.isValid ?? true} />
    </>
  );
}

function KindPage({ kind }: KindProps): ReactNode {
  return (
    <>
      <p>{kind.purpose}</p>
      <TemplateState kind={kind} />
      {kind.draft && <TemplateDraftBar kind={kind} />}
      <TemplateForm key={kind.draft ? 'draft' : 'template'} kind={kind} />
    </>
  );
}

/** One kind of subquery: its template or its draft in a form, and a form that tries what the first one holds. */
export default function SubqueryPage({ type }: { readonly type: string }): ReactNode {
  const subqueries = useSubqueries();
  return (
    <>
      <p>
        <a href={hrefTo('settings')}>All settings</a>
      </p>
      <h1>{type}</h1>
      <QueryResult query={subqueries}>
        {(kinds) => {
          const kind = kinds.find((one) => one.type === type);
          return kind ? <KindPage kind={kind} /> : <p role="alert">There is no subquery “{type}”.</p>;
        }}
      </QueryResult>
    </>
  );
}
