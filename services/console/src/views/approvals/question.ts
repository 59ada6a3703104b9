/** A question of `ask_person`, as its arguments say. */
export interface Question {
  readonly question: string;
  readonly choices: readonly string[];
  /** Whether several choices may be chosen. */
  readonly multiple: boolean;
  /** Whether a text may be written. */
  readonly freeText: boolean;
}

/** Reads the arguments of `ask_person`. */
export function readQuestion(input: Readonly<Record<string, unknown>>): Question {
  const choices = Array.isArray(input['choices']) ? input['choices'].map(String) : [];
  return {
    question: String(input['question'] ?? ''),
    choices,
    multiple: input['multiple'] === true,
    freeText: choices.length === 0 || input['free_text'] === true,
  };
}

/** The choices after one was clicked: it replaces the others where only one may be chosen. */
export function toggleChoice({ multiple }: Question, chosen: readonly string[], choice: string): readonly string[] {
  if (!multiple) return [choice];
  return chosen.includes(choice) ? chosen.filter((one) => one !== choice) : [...chosen, choice];
}
