import type { Explanation } from '@crumbtrail/client';
import { type ReactNode, useMemo } from 'react';
import { splitPrompt, type PromptBlock, readPlanSections } from './prompt-segments';
import { sectionHue } from './section-hue';

const roles: Readonly<Record<string, string>> = {
  system: 'System prompt',
  user: 'User message',
  assistant: 'Agent reply',
  context: 'Context',
};

function Message({ block }: { readonly block: PromptBlock }): ReactNode {
  return (
    <section className="prompt-block" aria-label={roles[block.role] ?? block.role}>
      <h3>{roles[block.role] ?? block.role}</h3>
      <div className="segments" data-testid="prompt-text">
        {block.segments.map(({ section, text }, at) => (
          <div key={at} className={`segment ${sectionHue(section)}`} data-section={section} title={section}>
            <span className="segment-name" aria-hidden="true" data-name={section} />
            <pre dir="auto">{text}</pre>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Notes about missing parts of the text. */
function MissingNotes({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { formatted_context, prompt, items } = explanation;
  const unread = items.filter(({ decision, text }) => decision === 'kept' && text === undefined).length;
  if (formatted_context === null)
    return (
      <p role="note" className="warn">
        This context’s text was deleted because a breadcrumb it quoted was erased. The candidates are still listed in
        the next tab.
      </p>
    );
  return (
    <>
      {prompt === null && (
        <p role="note" className="soft">
          Only the context is shown: the agent builds its own prompt, or you don’t have access to its definition.
        </p>
      )}
      {unread > 0 && (
        <p role="note" className="soft">
          {unread} quoted breadcrumbs can no longer be opened: erased, expired, or you don’t have access.
        </p>
      )}
    </>
  );
}

/** The exact prompt, with every section in its colour. */
export function PromptView({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const blocks = useMemo(() => {
    const format = { format: String(explanation['format']), sections: readPlanSections(explanation['plan']) };
    return splitPrompt(explanation, format);
  }, [explanation]);
  return (
    <div className="prompt">
      <MissingNotes explanation={explanation} />
      {blocks.map((block, at) => (
        <Message key={at} block={block} />
      ))}
    </div>
  );
}
