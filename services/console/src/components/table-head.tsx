import type { ReactNode } from 'react';

/** The titles of a table's columns; columns of numbers are aligned to the right. */
export interface TableHeadProps {
  readonly titles: readonly string[];
  readonly numeric: ReadonlySet<string>;
}

/** The head of a table: one row of column titles. */
export function TableHead({ titles, numeric }: TableHeadProps): ReactNode {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th key={title} scope="col" className={numeric.has(title) ? 'number' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
