/** True for the rows of the workspaces that the connection is limited to; without a limit it sees none. A subquery is computed once for each statement. */
const isInLimits = (column: string): string =>
  `array_position((select string_to_array(current_setting('crumbtrail.workspaces', true), ',')), ${column}) is not null`;

/**
 * Limits everybody but the owner of a table to the rows of the workspaces that their connection is limited to. A migration that creates a table with a
 * workspace runs these statements for it.
 */
export const limitToWorkspaces = (table: string, column = 'workspace'): readonly string[] => [
  `create policy workspaces_of_connection on ${table} using (${isInLimits(column)})`,
  `alter table ${table} enable row level security`,
];

/**
 * Creates a view of a table with the same limits, by the rights of its owner. Under a policy Postgres uses no index for an operator that might reveal values
 * in an error message, such as those of arrays and full-text search: statements that need such an index read the view.
 */
export const createLimitedView = (view: string, table: string): string =>
  `create view ${view} as select * from ${table} where ${isInLimits('workspace')}`;
