import type { ReactNode } from 'react';
import { useRoute } from '../../routing/use-route';
import { TrailPage } from './trail-page';
import { RecentTrails } from './recent-trails';
import './trail.css';

/** The trails view: one trail, or the latest ones. */
export default function TrailView(): ReactNode {
  const [id] = useRoute().path;
  return id === undefined ? <RecentTrails /> : <TrailPage key={id} id={id} />;
}
