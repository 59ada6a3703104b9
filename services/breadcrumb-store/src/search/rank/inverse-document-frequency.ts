/** How rare a stem is that `df` of `texts` texts have (Robertson & Spärck Jones); never below zero. */
export const inverseDocumentFrequency = (df: number, texts: number): number =>
  Math.log(1 + (Math.max(texts, df) - df + 0.5) / (df + 0.5));
