import { lazy, type ReactNode, Suspense } from 'react';
import { CopyButton } from '../copy-button';

const HighlightedCode = lazy(() => import('./highlighted-code'));

/** Characters. Longer code is shown in one colour, and so is code that is still being written. */
const MAX_HIGHLIGHTED = 20_000;

/** Code with its language and a button that copies it. The highlighter is loaded when there is code in a named language. */
export function CodeBlock(props: {
  readonly code: string;
  readonly language: string;
  readonly isComplete: boolean;
}): ReactNode {
  const { code, language, isComplete } = props;
  const isHighlighted = isComplete && language !== '' && code.length <= MAX_HIGHLIGHTED;
  return (
    <div className="code-block">
      <div className="code-head">
        <span className="soft">{language || 'text'}</span>
        <CopyButton label="Copy" subject="Code" text={() => code} />
      </div>
      <pre tabIndex={0} role="region" aria-label={`Code, ${language || 'text'}`}>
        <code>
          {isHighlighted ? (
            <Suspense fallback={code}>
              <HighlightedCode code={code} language={language} />
            </Suspense>
          ) : (
            code
          )}
        </code>
      </pre>
    </div>
  );
}
