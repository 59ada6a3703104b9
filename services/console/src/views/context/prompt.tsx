import type { Explanation } from '@crumbtrail/client';
import { type ReactNode, useMemo } from 'react';
import { blocksOf, type Block, sectionsOf } from './sections';
import { hueOfSection } from './section-hue';

const roles: Readonly<Record<string, string>> = {
  system: 'System prompt',
  user: 'Said to the agent',
  assistant: 'Said by the agent',
  context: 'The context',
};

function Message({ block }: { readonly block: Block }): ReactNode {
  return (
    <section className="prompt-block" aria-label={roles[block.role] ?? block.role}>
      <h3>{roles[block.role] ?? block.role}</h3>
      <div className="stretches" data-testid="prompt-text">
        {block.stretches.map(({ section, text }, at) => (
          <div key={at} className={`stretch ${hueOfSection(section)}`} data-section={section} title={section}>
            <span className="stretch-name" aria-hidden="true" data-name={section} />
            <pre>{text}</pre>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Said where the text is not all there. */
function Missing({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { formatted_context, prompt, items } = explanation;
  const unread = items.filter(({ decision, text }) => decision === 'kept' && text === undefined).length;
  if (formatted_context === null)
    return (
      <p role="note" className="warn">
        Its text is gone: a breadcrumb that it quoted was erased, and the text with it. The candidates below the next
        tab are still accounted for.
      </p>
    );
  return (
    <>
      {prompt === null && (
        <p role="note" className="soft">
          Only the context is shown: its agent makes its own prompt of it, or the definition is not for your eyes.
        </p>
      )}
      {unread > 0 && (
        <p role="note" className="soft">
          {unread} of what it quotes cannot be read any more on its own: erased since, expired, or not for your eyes.
        </p>
      )}
    </>
  );
}

/** What the model was given, word for word, each section in its colour. */
export function Prompt({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const blocks = useMemo(() => {
    const writing = { format: String(explanation['format']), sections: sectionsOf(explanation['plan']) };
    return blocksOf(explanation, writing);
  }, [explanation]);
  return (
    <div className="prompt">
      <Missing explanation={explanation} />
      {blocks.map((block, at) => (
        <Message key={at} block={block} />
      ))}
    </div>
  );
}
