import type { ReactNode } from 'react';
import { glossary } from '../../components/glossary';
import { ScrollRegion } from '../../components/scroll-region';
import './glossary.css';

/** The words of the product with their meanings. */
export default function GlossaryView(): ReactNode {
  return (
    <div className="view">
      <h1>Glossary</h1>
      <ScrollRegion label="Words">
        <dl className="glossary">
          {Object.entries(glossary).map(([word, meaning]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </ScrollRegion>
    </div>
  );
}
