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

/** The CSS class of a section's colour. The name is always shown too; the colour only supports it. */
export const sectionHue = (section: string): string => `hue-${Object.hasOwn(hues, section) ? hues[section] : 8}`;
