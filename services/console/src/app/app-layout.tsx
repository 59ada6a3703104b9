import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useClient, useIdentity } from '../api/client';
import { useModelStates } from '../api/use-model-states';
import { Badge } from '../components/badge';
import { Loading } from '../components/loading';
import { NotFound } from '../components/not-found';
import { ErrorBoundary } from './error-boundary';
import { AuthorLabel } from '../components/author';
import { hrefTo } from '../routing/route';
import { Palette } from './palette';
import { Shortcuts } from './shortcuts';
import { useTheme } from './theme';
import { localTimeZone, useTimeSetting } from '../hooks/use-time-setting';
import { useRoute } from '../routing/use-route';
import { mayLeave } from '../routing/unsaved-changes';
import { useLanding } from './use-landing';
import { type View, views } from './views';

/** The name of a time zone, of which phones show the last part only: `Lisbon`. */
function ZoneName({ zone }: { readonly zone: string }): ReactNode {
  const city = zone.lastIndexOf('/') + 1;
  return (
    <>
      <span className="wide-only">{zone.slice(0, city)}</span>
      {zone.slice(city)}
    </>
  );
}

/** Switches between local, UTC and relative times, on every page. */
function TimeSwitch(): ReactNode {
  const { setting, next, switchSetting } = useTimeSetting();
  const shown = setting === 'local' ? localTimeZone() : setting;
  return (
    <button
      type="button"
      className="plain time-switch"
      title={`Times: ${setting} (${localTimeZone()}). Next: ${next}.`}
      aria-label={`Times: ${shown}`}
      onClick={switchSetting}
    >
      <ZoneName zone={shown} />
    </button>
  );
}

function Header({ onSignOut }: { readonly onSignOut: () => void }): ReactNode {
  const { workspace, participant, role } = useIdentity();
  const { theme, next, switchTheme } = useTheme();
  return (
    <header className="top">
      <a className="brand" href={hrefTo('overview')}>
        Crumbtrail
      </a>
      <span className="soft push who" title={`role: ${role}`}>
        <span className="who-prefix">Signed in as </span>
        <AuthorLabel author={participant} /> · workspace “{workspace}”
      </span>
      <Palette />
      <TimeSwitch />
      <Shortcuts />
      <button
        type="button"
        className="plain"
        title={`Theme: ${theme}. Next: ${next}.`}
        aria-label={`Theme: ${theme}`}
        onClick={switchTheme}
      >
        <span className="theme-word">Theme: </span>
        {theme}
      </button>
      <button type="button" className="plain" onClick={() => mayLeave() && onSignOut()}>
        Sign out
      </button>
    </header>
  );
}

/** So often are the numbers beside the menu read again: others decide and replay too. */
const COUNTS_REFRESH_MS = 5_000;

/** A number beside a link of the menu; nothing for 0. */
function Count({ count, title }: { readonly count: number; readonly title: string }): ReactNode {
  return count === 0 ? null : (
    <>
      {' '}
      <Badge kind="bad" title={title}>
        {count}
      </Badge>
    </>
  );
}

/** How many dead letters were neither replayed nor discarded, of the newest 100; nothing where the key may not read them. */
function DeadLetterCount(): ReactNode {
  const client = useClient();
  const { role } = useIdentity();
  const { data = [] } = useQuery({
    queryKey: ['dead-letters'],
    queryFn: () => client.deadLetters(),
    enabled: role === 'operator',
    refetchInterval: COUNTS_REFRESH_MS,
  });
  return (
    <Count
      count={data.filter(({ replayed, discarded }) => !replayed && !discarded).length}
      title="neither replayed nor discarded"
    />
  );
}

/** How many calls and questions wait for somebody with this key, 100 at most. */
function ApprovalCount(): ReactNode {
  const { approvals } = useClient();
  const { data } = useQuery({
    queryKey: ['approvals', 'count'],
    queryFn: () => approvals.list({ status: 'waiting', limit: 100 }),
    refetchInterval: COUNTS_REFRESH_MS,
  });
  return <Count count={data?.approvals.length ?? 0} title="wait for a person" />;
}

/** A mark while the provider of some agent's model fails, with the names of the agents. */
function ModelMark(): ReactNode {
  const failing = (useModelStates() ?? []).filter(({ failures }) => failures > 0);
  return failing.length === 0 ? null : (
    <>
      {' '}
      <Badge kind="bad" title={`The model of ${failing.map(({ agent }) => agent).join(', ')} fails`}>
        model fails
      </Badge>
    </>
  );
}

function Navigation({ current }: { readonly current: string }): ReactNode {
  const list = useRef<HTMLElement>(null);
  const { role } = useIdentity();
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    // Not scrollIntoView, which would move the starting point of Tab here.
    if (link) list.current?.scrollTo({ left: link.offsetLeft - list.current.clientWidth / 2 });
  }, [current]);
  return (
    <nav aria-label="Views" ref={list}>
      <ul>
        {views
          .filter(({ isForOperators }) => !isForOperators || role === 'operator')
          .map(({ name, title, about }) => (
            <li key={name}>
              <a href={hrefTo(name)} title={about} aria-current={name === current ? 'page' : undefined}>
                {title}
                {name === 'approvals' && <ApprovalCount />}
                {name === 'dead-letters' && <DeadLetterCount />}
                {name === 'health' && <ModelMark />}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/**
 * Focuses the main region when another view is opened, so that screen readers announce it and Tab continues from it; not where the view
 * has put the focus into one of its fields.
 */
function useFocusOnViewChange(view: View | undefined): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const before = useRef(view?.name);
  useEffect(() => {
    document.title = view ? `${view.title} · Crumbtrail` : 'Crumbtrail';
    if (before.current !== view?.name && !main.current?.contains(document.activeElement)) main.current?.focus();
    before.current = view?.name;
  }, [view]);
  return main;
}

function focusMain(main: HTMLElement | null): void {
  main?.focus();
}

/** The page around every view: header, navigation and main region. */
export function AppLayout({ onSignOut }: { readonly onSignOut: () => void }): ReactNode {
  const route = useRoute();
  const view = views.find(({ name }) => name === route.view);
  const isLanding = useLanding();
  const main = useFocusOnViewChange(view);
  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => focusMain(main.current)}>
        Skip to main content
      </button>
      <Header onSignOut={onSignOut} />
      <Navigation current={route.view} />
      <main ref={main} tabIndex={-1} aria-label={view?.title}>
        <ErrorBoundary key={[route.view, ...route.path].join('/')}>
          <Suspense fallback={<Loading label="Loading the view" />}>
            {isLanding ? (
              <Loading label="Loading the view" />
            ) : view ? (
              <view.Page />
            ) : (
              <NotFound>Page not found. Choose one from the menu, or:</NotFound>
            )}
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}
