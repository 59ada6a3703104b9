import type { AgentVersion } from '@crumbtrail/client';
import type { Participant } from '@crumbtrail/contracts';
import { fieldChangeLines } from '@crumbtrail/formatting';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient, useIdentity } from '../../api/client';
import { Author, AuthorLabel } from '../../components/author';
import { Badge } from '../../components/badge';
import { ErrorNotice } from '../../components/error-notice';
import { QueryResult } from '../../components/query-result';
import { Time } from '../../components/time';

function Difference({ id, from, to }: { readonly id: string; readonly from: number; readonly to: number }): ReactNode {
  const client = useClient();
  const diff = useQuery({
    queryKey: ['agent-diff', id, from, to],
    queryFn: () => client.agentVersions.diff(id, from, to),
  });
  return (
    <QueryResult query={diff}>
      {(changes) => (
        <>
          <h3>
            From version {from} to version {to}
          </h3>
          <pre tabIndex={0} aria-label={`Version ${from} compared with ${to}`}>
            {changes.length === 0 ? 'No difference.' : fieldChangeLines(changes).join('\n')}
          </pre>
        </>
      )}
    </QueryResult>
  );
}

function CompareWith(props: {
  readonly version: number;
  readonly versions: readonly AgentVersion[];
  readonly chosen: number | undefined;
  /** Undefined: no version is compared. */
  readonly onChoose: (other: number | undefined) => void;
}): ReactNode {
  const { version, versions, chosen, onChoose } = props;
  return (
    <select
      aria-label={`Compare version ${version} with`}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : Number(target.value))}
    >
      <option value="">Compare with…</option>
      {versions
        .filter((other) => other.version !== version)
        .map((other) => (
          <option key={other.version} value={other.version}>
            version {other.version}
          </option>
        ))}
    </select>
  );
}

interface VersionProps {
  readonly id: string;
  readonly one: AgentVersion;
  readonly versions: readonly AgentVersion[];
}

const isSame = (a: Participant, b: Participant | undefined): boolean => a.kind === b?.kind && a.id === b.id;

/** Where the content of a version came from, if not from an edit of the version before. */
function Origin({ one }: { readonly one: AgentVersion }): ReactNode {
  return (
    <>
      {one.restored_from !== undefined && <span className="soft">restored from version {one.restored_from}</span>}
      {one.draft && (
        <span className="soft">
          published from a draft
          {one.draft.by && !isSame(one.draft.by, one.by) && (
            <>
              {' by '}
              <AuthorLabel author={one.draft.by} />
            </>
          )}
        </span>
      )}
    </>
  );
}

const changeText = ({ version, changes }: AgentVersion): string =>
  version === 1 ? 'defined' : `changed ${changes.map(({ path }) => path).join(', ')}`;

function Version({ id, one, versions }: VersionProps): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const mayRestore = useIdentity().role === 'operator' && one.version !== versions[0]?.version;
  const [other, setOther] = useState<number>();
  const restoring = useMutation({
    mutationFn: () => client.agentVersions.restore(id, one.version),
    onSuccess: () => cache.invalidateQueries(),
  });
  return (
    <li>
      <div className="row">
        <strong>Version {one.version}</strong>
        {one.version === versions[0]?.version && <Badge kind="good">published</Badge>}
        <span>{changeText(one)}</span>
        {one.by && <Author author={one.by} />}
        <Time at={one.at} />
        <Origin one={one} />
        {versions.length > 1 && (
          <CompareWith version={one.version} versions={versions} chosen={other} onChoose={setOther} />
        )}
        {mayRestore && (
          <button type="button" disabled={restoring.isPending} onClick={() => restoring.mutate()}>
            Restore version {one.version}
          </button>
        )}
      </div>
      {restoring.error && <ErrorNotice error={restoring.error} />}
      {other !== undefined && (
        <Difference id={id} from={Math.min(other, one.version)} to={Math.max(other, one.version)} />
      )}
    </li>
  );
}

/** The versions of an agent's definition, latest first: who made each, when and what changed; compares and restores them. */
export function AgentVersionList({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const versions = useQuery({ queryKey: ['agent-versions', id], queryFn: () => client.agentVersions.list(id) });
  return (
    <QueryResult query={versions}>
      {(all) => (
        <ul className="agent-versions" aria-label="Versions">
          {all.map((one) => (
            <Version key={one.version} id={id} one={one} versions={all} />
          ))}
        </ul>
      )}
    </QueryResult>
  );
}
