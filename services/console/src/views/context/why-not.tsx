import type { WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import { contextItemKey } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useClient, useIdentity } from '../../api/client';
import { AuthorLabel } from '../../components/author';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';

const MOST_CHARACTERS = 2_000;

function FoundLine({ found }: { readonly found: NonNullable<WhyNotReply['found']> }): ReactNode {
  const { id, author, session, text } = found;
  return (
    <p className="soft">
      <a href={hrefTo('trails', [id], { crumb: id })}>
        <code>{contextItemKey(found)}</code>
      </a>{' '}
      <AuthorLabel author={author} />
      {session !== undefined && ` in ${session}`}: <span dir="auto">{text}</span>
    </p>
  );
}

function WhyNotAnswer({ reply }: { readonly reply: WhyNotReply }): ReactNode {
  const { verdict, answer, found, change } = reply;
  const { budget, config } = change ?? {};
  return (
    <div role="status" data-testid="why-not" data-verdict={verdict}>
      <p dir="auto">{answer}</p>
      {found && <FoundLine found={found} />}
      {budget && !config && (
        <p>
          <a href={hrefTo('contexts', [reply.context], { show: 'budgets', budget: String(budget.max_tokens) })}>
            Simulate {budget.max_tokens} tokens
          </a>
        </p>
      )}
      {config && <ConfigChange context={reply.context} config={{ ...(budget ? { budget } : {}), ...config }} />}
    </div>
  );
}

/** A context configuration that would let the text in. Operators can try it on the same message. */
function ConfigChange({ context, config }: { readonly context: string; readonly config: object }): ReactNode {
  const isOperator = useIdentity().role === 'operator';
  return (
    <>
      <pre className="anywhere">{JSON.stringify(config, null, 2)}</pre>
      {isOperator && (
        <p>
          <a href={hrefTo('contexts', [context, 'rerun'], { config: JSON.stringify(config) })}>
            Try again with this configuration
          </a>
        </p>
      )}
    </>
  );
}

/** Asks why a text is not in a context; the question is in the address, so that an answer can be linked. `ask` puts the keyboard into the field. */
export function WhyNotField({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const { query, go } = useRoute();
  const asked = query.get('why') ?? '';
  const isCalledFor = query.has('ask');
  const [text, setText] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isCalledFor) field.current?.focus();
  }, [isCalledFor]);
  const { data, error } = useQuery({
    queryKey: ['why-not', id, asked],
    queryFn: () => client.contexts.whyNot(id, asked),
    enabled: asked !== '',
    staleTime: 60_000,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const words = text.trim();
    go({ why: words === '' ? undefined : words });
  };
  return (
    <section aria-label="Why is a text not in it?">
      <form className="row" onSubmit={submit}>
        <label htmlFor="why-not">Why isn’t this in it?</label>
        <input
          id="why-not"
          ref={field}
          type="text"
          dir="auto"
          maxLength={MOST_CHARACTERS}
          placeholder="Words of a text, or its id"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit">Ask</button>
      </form>
      {asked !== '' && error && <ErrorNotice error={error} />}
      {asked !== '' && !data && !error && <Loading label="Looking for it" />}
      {asked !== '' && data && !error && <WhyNotAnswer reply={data} />}
    </section>
  );
}
