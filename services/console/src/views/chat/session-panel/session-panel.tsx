import type { Envelope } from '@crumbtrail/contracts';
import { type ReactNode } from 'react';
import { useIdentity } from '../../../api/client';
import { QueryResult } from '../../../components/query-result';
import { readSession, useSessionRecord } from '../session-record';
import { LastSpeakers } from './last-speakers';
import { MembersForm } from './members-form';
import { OperatorPanel } from './operator-panel';
import { Plans } from './plans';
import { SessionFiles } from './session-files';
import { SceneTextsForm } from './scene-texts-form';
import './session-panel.css';

/** Who takes part in a session and who speaks; its files; for operators, its texts, its plans and how it is adjusted. */
export default function SessionPanel(props: {
  readonly session: string;
  readonly messages: readonly Envelope[];
}): ReactNode {
  const { session, messages } = props;
  const { role, participant } = useIdentity();
  const record = useSessionRecord(session);
  return (
    <div className="session-panel" role="region" aria-label="About the session" tabIndex={0}>
      <QueryResult query={record} label="Loading the session">
        {(crumb) => {
          const context = readSession(session, crumb);
          return (
            <>
              <MembersForm session={context} crumb={crumb} />
              <LastSpeakers messages={messages} />
              {role === 'operator' && participant.kind === 'operator' && (
                <OperatorPanel session={session} members={context.members ?? []} />
              )}
            </>
          );
        }}
      </QueryResult>
      <SceneTextsForm session={session} />
      <Plans session={session} />
      <SessionFiles session={session} />
    </div>
  );
}
