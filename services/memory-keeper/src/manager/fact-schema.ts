const text = { type: 'string' } as const;

/** The properties of a fact that a model writes, as its function takes them. */
export const FACT_PROPERTIES = {
  text: { ...text, description: 'One short sentence that can be understood alone. It names whom it is about.' },
  about: { ...text, description: 'The participant that it is about, as listed: user:ann.' },
  subject: { ...text, description: 'Whom or what it is about, as in "Ann".' },
  relation: { ...text, description: 'What it says of the subject, as in "lives in".' },
  value: { ...text, description: 'The rest, as in "Oslo".' },
  since: { ...text, description: 'ISO date since when it holds, if it says so.' },
} as const;
