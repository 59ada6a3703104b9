import type { ReactNode } from 'react';
import { useRoute } from '../../routing/use-route';
import { MemoryList } from './memory-list';
import { MemoryPage } from './memory-page';
import './memory.css';

/** The memory view: what agents remember, or one memory with the history of its facts. */
export default function MemoryView(): ReactNode {
  const { path } = useRoute();
  const [memory] = path;
  return memory === undefined ? <MemoryList /> : <MemoryPage key={memory} id={memory} />;
}
