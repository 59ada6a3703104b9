import { pictureTokens, placePictures, shownTokens } from './pictures';

const picture = (name: string, width: number, height: number) => ({
  hash: `sha256:${name}`,
  name,
  type: 'image/png',
  width,
  height,
});

describe('pictureTokens', () => {
  // The examples of the provider's documentation.
  it.each([
    [1024, 1024, 765],
    [2048, 4096, 1105],
    [512, 512, 255],
    [1, 1, 255],
  ])('counts %i × %i pixels as the provider does', (width, height, tokens) => {
    expect(pictureTokens(width, height)).toBe(tokens);
  });
});

describe('placePictures', () => {
  const files = [
    picture('a', 1024, 1024),
    { hash: 'sha256:t', name: 't.md', type: 'text/markdown' },
    picture('b', 2048, 4096),
    picture('c', 100, 100),
  ];

  it('places nothing for a model that does not see', () => {
    expect(placePictures(files, {}, 32_768)).toEqual([]);
    expect(placePictures(files, undefined, 32_768)).toEqual([]);
  });

  it('shows pictures in their order while a quarter of the window lasts, and says why not', () => {
    const placed = placePictures(files, { vision: true }, 4_096);
    expect(placed.map(({ name, shown }) => [name, shown])).toEqual([
      ['a', true],
      ['b', false],
      ['c', true],
    ]);
    expect(placed[1]?.reason).toBe('1105 tokens, 259 of 1024 left for pictures');
    expect(shownTokens(placed)).toBe(765 + 255);
  });
});
