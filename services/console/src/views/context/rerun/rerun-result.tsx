import type { Explanation, Rerun, RerunAnswer } from '@crumbtrail/client';
import { listAnswerFacts } from '@crumbtrail/formatting';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Badge } from '../../../components/badge';
import { Markdown } from '../../../components/markdown/markdown';
import { splitBlocks } from '../../../components/markdown/split-blocks';
import { ScrollRegion } from '../../../components/scroll-region';
import { DiffTable } from '../diff-table';
import { collectItemTexts } from '../item-texts';
import './rerun.css';

function Answer(props: {
  readonly title: string;
  readonly label: string;
  readonly answer: RerunAnswer | undefined;
}): ReactNode {
  const { title, label, answer } = props;
  return (
    <section aria-label={label} className="rerun-answer">
      <h3>{title}</h3>
      {answer === undefined && <p className="soft">Not answered yet.</p>}
      {answer?.content !== undefined && (
        <div className="message-text" dir="auto">
          <Markdown {...splitBlocks(answer.content)} />
        </div>
      )}
      {answer?.action === 'wait' && <p className="soft">Decided not to reply</p>}
      {answer?.error && <p className="bad">{answer.error.message}</p>}
    </section>
  );
}

function Facts({ rerun }: { readonly rerun: Rerun }): ReactNode {
  return (
    <ScrollRegion label="What both took">
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {listAnswerFacts(rerun).map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Calls({ calls }: Pick<Rerun, 'calls'>): ReactNode {
  if (calls.length === 0) return null;
  return (
    <>
      <h3>Tools in the rerun</h3>
      <ul aria-label="Tools in the rerun">
        {calls.map(({ tool, input, text, status, not_run }, at) => (
          <li key={at}>
            <code>
              {tool}({JSON.stringify(input)})
            </code>{' '}
            {not_run ? <Badge kind="warn">not run</Badge> : status === 'error' && <Badge kind="bad">failed</Badge>}{' '}
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Both answers of a rerun. `about` tells them from those of other reruns on the page. */
export function RerunAnswers({ rerun, about }: { readonly rerun: Rerun; readonly about?: string }): ReactNode {
  const suffix = about === undefined ? '' : `: ${about}`;
  return (
    <div className="rerun-answers">
      <Answer title="Before" label={`Before${suffix}`} answer={rerun.before} />
      <Answer title="After" label={`After${suffix}`} answer={rerun.after} />
    </div>
  );
}

interface RerunDetailsProps {
  readonly rerun: Rerun;
  readonly recorded: string | undefined;
  readonly explanation: Explanation;
}

/** What both answers of a rerun took, the tools that it called, and how the contexts differ. */
export function RerunDetails({ rerun, recorded, explanation }: RerunDetailsProps): ReactNode {
  const texts = useMemo(() => collectItemTexts(explanation), [explanation]);
  return (
    <>
      <Facts rerun={rerun} />
      <Calls calls={rerun.calls} />
      <h3>Contexts</h3>
      <DiffTable diff={rerun.diff} texts={texts} names={{ a: 'the recorded context', b: 'the rerun' }} />
      <div className="rerun-answers">
        <details>
          <summary>Context before</summary>
          <pre tabIndex={0}>{recorded ?? 'Erased.'}</pre>
        </details>
        <details>
          <summary>Context after</summary>
          <pre tabIndex={0}>{rerun.formatted_context}</pre>
        </details>
      </div>
    </>
  );
}

/** Both answers of a rerun, what each took, and how their contexts differ; scrolled into view when they come. */
export function RerunResult(props: RerunDetailsProps): ReactNode {
  const section = useRef<HTMLElement>(null);
  // In braces: browsers return a promise, which React would call as if it cleaned up.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section ref={section} aria-label="Comparison" className="comparison">
      <RerunAnswers rerun={props.rerun} />
      <RerunDetails {...props} />
    </section>
  );
}
