import type { ReactNode } from 'react';
import { useRoute } from '../../routing/use-route';
import { BookList } from './book-list';
import { BookPage } from './book-page';
import { EntryPage } from './entry-page';
import './lore.css';

/** The lore view: the books, one book, or one of its entries. */
export default function LoreView(): ReactNode {
  const { path, query } = useRoute();
  const [book, entry] = path;
  if (book === undefined) return <BookList />;
  if (entry === undefined && !query.has('new')) return <BookPage key={book} book={book} />;
  return <EntryPage key={`${book}/${entry}`} book={book} entry={entry} />;
}
