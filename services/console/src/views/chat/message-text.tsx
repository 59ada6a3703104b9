import { createContext, type ReactNode, startTransition, useContext, useEffect, useMemo, useState } from 'react';
import { foldBlocks } from '../../components/markdown/fold-blocks';
import { Markdown } from '../../components/markdown/markdown';
import { splitBlocks, type SplitText, toPlainBlock } from '../../components/markdown/split-blocks';

/** The ids of long messages that the reader has opened, for as long as the session is on the page. */
export const OpenedTexts = createContext<Set<string>>(new Set());

/** A reply while it is written: only its last block is parsed when it grows. It stays open when it is complete. `id`: of its turn. */
export function GrowingText({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  const opened = useContext(OpenedTexts);
  useEffect(() => void opened.add(id), [opened, id]);
  return (
    <div className="message-text markdown">
      <Markdown {...splitBlocks(text)} />
    </div>
  );
}

const asOneBlock = (text: string): SplitText => ({ blocks: [toPlainBlock(text)], definitions: '' });

function Blocks({ blocks, definitions, isMarkdown }: SplitText & { readonly isMarkdown: boolean }): ReactNode {
  if (!isMarkdown)
    return (
      <p className="message-text" dir="auto">
        {blocks.map(({ text }) => text).join('\n')}
      </p>
    );
  return (
    <div className="message-text markdown">
      <Markdown blocks={blocks} definitions={definitions} />
    </div>
  );
}

/**
 * The text of a message: Markdown of agents, as it was written of people. A long one is folded until the reader opens it. `id`: of the turn that
 * it answers, otherwise of the breadcrumb.
 */
export function MessageText(props: {
  readonly id: string;
  readonly text: string;
  readonly isMarkdown: boolean;
}): ReactNode {
  const { id, text, isMarkdown } = props;
  const opened = useContext(OpenedTexts);
  const [isOpen, setOpen] = useState(opened.has(id));
  const split = useMemo(() => (isMarkdown ? splitBlocks(text) : asOneBlock(text)), [text, isMarkdown]);
  const folded = useMemo(() => foldBlocks(split.blocks), [split]);
  const toggle = (): void => {
    if (isOpen) opened.delete(id);
    else opened.add(id);
    // A very long text takes a while, in which the page answers to keys and clicks.
    startTransition(() => setOpen(!isOpen));
  };
  const blocks = isOpen || !folded ? split.blocks : folded;
  return (
    <>
      <Blocks blocks={blocks} definitions={split.definitions} isMarkdown={isMarkdown} />
      {folded && (
        <button type="button" className="show-all" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
