import { common, createLowlight } from 'lowlight';
import { type ReactNode, useMemo } from 'react';

const lowlight = createLowlight(common);

type HighlightTree = ReturnType<typeof lowlight.highlight>;
type HighlightNode = HighlightTree['children'][number];

function classOf({ properties }: Extract<HighlightNode, { type: 'element' }>): string {
  const { className } = properties;
  return Array.isArray(className) ? className.join(' ') : '';
}

const toReact = (node: HighlightNode, at: number): ReactNode => {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  return (
    <span key={at} className={classOf(node)}>
      {(node.children as readonly HighlightNode[]).map(toReact)}
    </span>
  );
};

/** Code in colours by its language; in one colour if the highlighter does not know the language. */
export default function HighlightedCode({
  code,
  language,
}: {
  readonly code: string;
  readonly language: string;
}): ReactNode {
  const tree = useMemo(
    () => (lowlight.registered(language) ? lowlight.highlight(language, code) : undefined),
    [code, language],
  );
  return tree ? tree.children.map(toReact) : code;
}
