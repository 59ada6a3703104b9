import type { GroundedReply } from '@crumbtrail/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../api/client';
import { hrefTo } from '../routing/route';
import { Author } from './author';
import { ErrorNotice } from './error-notice';
import { explainWord } from './glossary';
import { Loading } from './loading';

function Sentence({ sentence }: { readonly sentence: GroundedReply['sentences'][number] }): ReactNode {
  const { text = '(erased)', rests_on } = sentence;
  return (
    <li>
      <span dir="auto">{text}</span>{' '}
      <span className="soft">
        {rests_on.length === 0
          ? 'no source'
          : rests_on.map(({ source, share }) => `[${source + 1}] ${Math.round(share * 100)}%`).join(', ')}
      </span>
    </li>
  );
}

function Source({ source, at }: { readonly source: GroundedReply['sources'][number]; readonly at: number }): ReactNode {
  const { id, author, text } = source;
  return (
    <li>
      <a href={hrefTo('trails', [id], { crumb: id })}>[{at + 1}]</a> {author && <Author author={author} />}{' '}
      <span dir="auto">{text ?? 'Erased, or not visible to you.'}</span>
    </li>
  );
}

function SourceList({ grounding }: { readonly grounding: GroundedReply }): ReactNode {
  const { found, sentences, sources, beyond = 0 } = grounding;
  if (!found) return <p className="soft">No source was found for this reply, or none that you may see.</p>;
  return (
    <>
      <ol aria-label="Sentences">
        {sentences.map((sentence) => (
          <Sentence key={sentence.start} sentence={sentence} />
        ))}
      </ol>
      {beyond > 0 && <p className="soft">{beyond} more sentences were not looked at.</p>}
      <ul aria-label="Sources">
        {sources.map((source, at) => (
          <Source key={`${source.id} ${source.chunk ?? 0}`} source={source} at={at} />
        ))}
      </ul>
    </>
  );
}

function LoadedSources({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const { data, error } = useQuery({ queryKey: ['grounding', id], queryFn: () => client.contexts.grounding(id) });
  if (error) return <ErrorNotice error={error} />;
  return data ? <SourceList grounding={data} /> : <Loading label="Loading the sources" />;
}

/** What each sentence of a reply rests on, loaded when it is opened. `id`: of the reply, or of its context. */
export function ReplySources({ id }: { readonly id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="reply-sources" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary title={explainWord('grounding')}>Sources</summary>
      {isOpen && <LoadedSources id={id} />}
    </details>
  );
}
