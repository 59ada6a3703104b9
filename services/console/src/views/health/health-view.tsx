import type { StatusReply } from '@crumbtrail/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../../api/client';
import { Badge } from '../../components/badge';
import { Loading } from '../../components/loading';
import { ErrorNotice } from '../../components/error-notice';
import { McpServerTable } from '../../components/mcp-server-table';
import { ScrollRegion } from '../../components/scroll-region';
import { listAlarms } from './alarms';
import { describeBacklog, sortConsumers, consumerState } from './backlog';
import { ModelTable } from './model-table';
import './health.css';

const POLL_MS = 2_000;

/** Checks whose wire names are older than the words of the console. */
const componentNames: Readonly<Record<string, string>> = { durables: 'consumers', stations: 'services' };

function Readiness(): ReactNode {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['readiness'],
    queryFn: () => client.readiness(),
    refetchInterval: POLL_MS,
  });
  if (!data) return <Loading label="Checking readiness" />;
  return (
    <section>
      <p>
        <Badge kind={data.status === 'ready' ? 'good' : 'bad'}>{data.status}</Badge>
      </p>
      <ScrollRegion label="Components">
        <table>
          <thead>
            <tr>
              <th>Component</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(data.checks).map(([name, result]) => (
              <tr key={name}>
                <td>{componentNames[name] ?? name}</td>
                <td className="anywhere">
                  <Badge kind={result === 'ok' ? 'good' : 'bad'}>{result}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function Backlog({ status }: { readonly status: StatusReply }): ReactNode {
  return (
    <dl className="lags">
      {describeBacklog(status).map(({ name, lag, detail }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong className="number">{lag.toLocaleString('en')}</strong> behind
          </dd>
          <dd className="soft">{detail}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What an operator must act on: lost positions, and writes that are refused. */
function Alarms({ status }: { readonly status: StatusReply }): ReactNode {
  const alarms = listAlarms(status);
  if (alarms.length === 0) return null;
  return (
    <div role="alert">
      {alarms.map((alarm) => (
        <p key={alarm} className="bad">
          {alarm}
        </p>
      ))}
    </div>
  );
}

const stateKinds = { idle: 'good', busy: 'plain', down: 'bad' } as const;

function Consumers({ status }: { readonly status: StatusReply }): ReactNode {
  return (
    <ScrollRegion label="Services">
      <table>
        <thead>
          <tr>
            <th>Consumer</th>
            <th>State</th>
            <th className="number">Lag</th>
            <th className="number">Processed up to</th>
            <th className="number">Idle workers</th>
          </tr>
        </thead>
        <tbody>
          {sortConsumers(status).map((consumer) => (
            <tr key={consumer.name}>
              <td>{consumer.name}</td>
              <td>
                <Badge kind={stateKinds[consumerState(consumer)]}>{consumerState(consumer)}</Badge>
              </td>
              <td className="number">{consumer.lag.toLocaleString('en')}</td>
              <td className="number">{consumer.processedUpTo.toLocaleString('en')}</td>
              <td className="number">{consumer.idleWorkers}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Status(): ReactNode {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['status'],
    queryFn: () => client.status(),
    refetchInterval: POLL_MS,
  });
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <Loading label="Loading the store’s status" />;
  return (
    <>
      <Alarms status={data} />
      <h2>Processing lag</h2>
      <p className="soft">
        The log is at position {data.head.toLocaleString('en')}, epoch {data.epoch}, on {data.database}.
      </p>
      <Backlog status={data} />
      <h2>Services</h2>
      <Consumers status={data} />
    </>
  );
}

/** The health view: readiness, backlogs and consumers, refreshed every two seconds, and how the latest calls of the models ended. */
export default function HealthView(): ReactNode {
  return (
    <div className="view">
      <h1>Health</h1>
      <Readiness />
      <h2>Models</h2>
      <ModelTable />
      <McpServerTable />
      <Status />
    </div>
  );
}
