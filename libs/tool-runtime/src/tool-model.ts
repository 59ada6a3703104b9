import type { SubqueryReply, SubqueryRequest } from '@crumbtrail/contracts';

/** What a tool asks a model. */
export type ModelQuestion = Pick<
  SubqueryRequest,
  'kind' | 'agent' | 'type' | 'request' | 'content' | 'max_words' | 'pictures'
>;

/** What a model answered, and what it was not sent because of a limit. */
export interface ModelAnswer {
  readonly answer: string;
  readonly trimmed?: NonNullable<SubqueryReply['trimmed']>;
}

/** The models that a tool may ask for its agent. */
export interface ToolModel {
  /**
   * `model`: asks a subquery for the agent of the turn. Its calls are recorded in the tool's response. Throws a ToolError when there is no
   * answer, and outside of turns.
   */
  ask(question: ModelQuestion): Promise<ModelAnswer>;
}
