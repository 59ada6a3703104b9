import type { ApprovalDecisionV1, Issue } from '@crumbtrail/contracts';

type Answer = ApprovalDecisionV1['answer'];

/** A question of `ask_person`, as its arguments say. */
interface AskedQuestion {
  readonly choices?: readonly string[];
  readonly multiple?: boolean;
  readonly free_text?: boolean;
}

/** Why the choices of an answer are not those that the question offers; undefined if they are. */
function choiceProblem(
  chosen: readonly string[],
  { choices = [], multiple = false }: AskedQuestion,
): string | undefined {
  const unknown = chosen.find((one) => !choices.includes(one));
  if (unknown !== undefined) return `chooses ${unknown}, and the question offers ${choices.join(', ') || 'no choices'}`;
  return chosen.length > 1 && !multiple ? 'chooses several, and the question allows one' : undefined;
}

function textProblem(
  text: string | undefined,
  { choices, free_text = choices === undefined }: AskedQuestion,
): string | undefined {
  return text !== undefined && !free_text ? 'is a text, and the question allows only its choices' : undefined;
}

/** What is wrong with the answer to a question. */
export function answerIssues(answer: Answer, question: AskedQuestion): Issue[] {
  const { choices = [], text } = answer ?? {};
  const empty = choices.length === 0 && text === undefined ? 'is empty: choose, or write a text' : undefined;
  const problem = choiceProblem(choices, question) ?? textProblem(text, question) ?? empty;
  return problem === undefined ? [] : [{ path: '/context/answer', rule: 'answer', message: problem }];
}
