import { suggestions } from './suggestions';

describe('suggestions', () => {
  it('name the offline model, and nothing else when no alternative is found', () => {
    expect(suggestions({ openai_key: false, openrouter_key: false, ollama: false })).toHaveLength(1);
  });

  it('give one command for each alternative found', () => {
    const lines = suggestions({ openai_key: true, openrouter_key: true, ollama: true });
    expect(lines.slice(1).map((line) => /MODEL_BASE_URL=(\S+) MODEL_NAME=\S+/.exec(line)?.[1])).toEqual([
      'https://api.openai.com/v1',
      'https://openrouter.ai/api/v1',
      'http://127.0.0.1:11434/v1',
    ]);
  });
});
