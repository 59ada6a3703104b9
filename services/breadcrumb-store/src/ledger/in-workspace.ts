/** Names a row of a workspace by its id. */
export interface InWorkspace {
  readonly workspace: string;
  readonly id: string;
}
