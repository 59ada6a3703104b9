import { lazy, type ReactNode } from 'react';
import { useRoute } from '../../routing/use-route';
import { ContextPage } from './context-page';
import { InfluencePage } from './influence-page';
import { RecentContexts } from './recent-contexts';
import './context.css';

const RerunPage = lazy(() => import('./rerun/rerun-page'));

/** The contexts view: one context, its turn run again, the contexts that used a breadcrumb, or the latest contexts. */
export default function ContextView(): ReactNode {
  const { path, query } = useRoute();
  const crumb = query.get('crumb');
  if (path[0] !== undefined && path[1] === 'rerun') return <RerunPage key={path[0]} id={path[0]} />;
  if (path[0] !== undefined) return <ContextPage key={path[0]} id={path[0]} />;
  return crumb === null ? <RecentContexts /> : <InfluencePage key={crumb} crumb={crumb} />;
}
