import type { AgentContextV1, AgentDefV1, UserMessageV1 } from '@crumbtrail/contracts';

/** A picture of the message to answer, and whether the model gets it. */
export type PlacedPicture = NonNullable<AgentContextV1['pictures']>[number];

/** A file of a message. */
export type AttachedFile = NonNullable<UserMessageV1['files']>[number];

/** The most of the model's window that pictures may take. */
const SHARE_OF_WINDOW = 0.25;

const BASE_TOKENS = 85;
const TILE_TOKENS = 170;
const TILE = 512;
const LONGEST = 2048;
const SHORTEST = 768;

/**
 * Tokens of a picture at high detail: scaled to fit 2048 × 2048, then to a shortest side of at most 768, then 170 for each tile of
 * 512 × 512, and 85. Source: https://platform.openai.com/docs/guides/images-vision, "Calculating costs", as for GPT-4o and GPT-4.1.
 */
export function pictureTokens(width: number, height: number): number {
  const fit = Math.min(1, LONGEST / Math.max(width, height));
  const scale = fit * Math.min(1, SHORTEST / (Math.min(width, height) * fit));
  const tiles = (side: number): number => Math.max(1, Math.ceil((side * scale) / TILE));
  return BASE_TOKENS + TILE_TOKENS * tiles(width) * tiles(height);
}

const isPicture = ({ type = '' }: AttachedFile): boolean => type.startsWith('image/');

/** Decides which pictures of a message a model gets, in their order, as far as a quarter of its window reaches; none if it does not see. */
export function placePictures(
  files: readonly AttachedFile[],
  model: Pick<NonNullable<AgentDefV1['model']>, 'vision'> | undefined,
  window: number,
): readonly PlacedPicture[] {
  if (model?.vision !== true) return [];
  const most = Math.floor(window * SHARE_OF_WINDOW);
  let left = most;
  return files.filter(isPicture).map(({ hash, name, type = '', width = 1, height = 1 }) => {
    const tokens = pictureTokens(width, height);
    const shown = tokens <= left;
    if (shown) left -= tokens;
    const reason = `${tokens} tokens, ${left} of ${most} left for pictures`;
    return { hash, name, type, tokens, shown, ...(shown ? {} : { reason }) };
  });
}

/** Tokens of the pictures that the model gets. */
export const shownTokens = (pictures: readonly PlacedPicture[]): number =>
  pictures.reduce((sum, { shown, tokens }) => sum + (shown ? tokens : 0), 0);
