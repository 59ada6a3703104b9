import type { ApprovalDecisionV1 } from '@crumbtrail/contracts';

/** A question to a person, in the form of the arguments of `ask_person`. */
export interface PersonQuestion {
  /** At most 4,000 characters. */
  readonly question: string;
  /** 2 to 20 different texts of at most 500 characters. */
  readonly choices?: readonly string[];
  /** Whether several choices may be chosen. Default false. */
  readonly multiple?: boolean;
  /** Whether they may also write. Default false with choices. */
  readonly free_text?: boolean;
}

/** What became of a question to a person. */
export type PersonReply =
  | { readonly kind: 'answered'; readonly answer: NonNullable<ApprovalDecisionV1['answer']> }
  /** A person declined to answer. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'timed out' }
  /** Nobody was asked. */
  | { readonly kind: 'nobody'; readonly why: string };
