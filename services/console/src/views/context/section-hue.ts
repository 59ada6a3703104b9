const hues: Readonly<Record<string, number>> = {
  recent: 1,
  relevant: 2,
  knowledge: 3,
  message: 4,
  events: 5,
  state: 6,
  tools: 7,
  summaries: 6,
  results: 5,
  conversation: 1,
};

/** The colour of a section. Its name always stands beside it: the colour only helps. */
export const sectionHue = (section: string): string => `hue-${Object.hasOwn(hues, section) ? hues[section] : 8}`;
