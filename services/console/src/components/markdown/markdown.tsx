import type { Element } from 'hast';
import { memo, type ReactNode, useMemo } from 'react';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { ScrollRegion } from '../scroll-region';
import { CodeBlock } from './code-block';
import { safeAddress } from './safe-address';
import { safeTree } from './safe-tree';
import type { SplitText, TextBlock } from './split-blocks';
import './markdown.css';

/** Also for pictures: a page that loaded them would tell their server who reads what. */
function Link({ href, children }: { readonly href?: string; readonly children?: ReactNode }): ReactNode {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const textOf = (node: Element | undefined): string =>
  (node?.children ?? [])
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');

/** A fence inside of a list, or indented code. */
function NestedCode({ node }: ExtraProps): ReactNode {
  const code = node?.children.find((child): child is Element => child.type === 'element');
  const [language = ''] = ([code?.properties.className].flat() as unknown[]).flatMap(
    (name) => /^language-(.+)$/.exec(String(name))?.[1] ?? [],
  );
  return <CodeBlock code={textOf(code).replace(/\n$/, '')} language={language} isComplete />;
}

/** Headings of a text stand below those of the page. */
const headingOf = (level: number) =>
  function Heading({ children }: { readonly children?: ReactNode }): ReactNode {
    return (
      <div role="heading" aria-level={Math.min(level + 2, 6)} className={`heading heading-${level}`} dir="auto">
        {children}
      </div>
    );
  };

const components: Components = {
  a: Link,
  img: ({ src, alt }) => <Link href={src as string | undefined}>{alt || src || 'picture'}</Link>,
  pre: NestedCode,
  input: ({ checked }) => <input type="checkbox" checked={checked} readOnly disabled aria-label="Task" />,
  table: ({ children }) => (
    <ScrollRegion label="Table">
      <table>{children}</table>
    </ScrollRegion>
  ),
  h1: headingOf(1),
  h2: headingOf(2),
  h3: headingOf(3),
  h4: headingOf(4),
  h5: headingOf(4),
  h6: headingOf(4),
};

const options: Options = {
  components,
  remarkPlugins: [remarkGfm],
  rehypePlugins: [safeTree],
  urlTransform: safeAddress,
};

function ParsedBlock({ text, definitions }: { readonly text: string; readonly definitions: string }): ReactNode {
  return <ReactMarkdown {...options}>{definitions === '' ? text : `${text}\n\n${definitions}`}</ReactMarkdown>;
}

interface BlockProps extends TextBlock {
  readonly definitions: string;
}

/** Is rendered again only when its own text changes: the earlier blocks of a text that grows stay as they are. */
const Block = memo(function Block({ kind, text, language, isComplete, definitions }: BlockProps): ReactNode {
  if (kind === 'code') return <CodeBlock code={text} language={language} isComplete={isComplete} />;
  if (kind === 'markdown') return <ParsedBlock text={text} definitions={definitions} />;
  return (
    <p className="unparsed" dir="auto">
      {text}
    </p>
  );
});

/**
 * A text of others as Markdown with the extensions of GitHub: React elements only. HTML is shown as text, pictures as links, and links lead
 * to http, https and mail addresses only.
 */
export function Markdown({ blocks, definitions }: SplitText): ReactNode {
  const list = useMemo(
    () => blocks.map((block) => ({ ...block, definitions: block.text.includes('[') ? definitions : '' })),
    [blocks, definitions],
  );
  return list.map((block, at) => <Block key={at} {...block} />);
}
