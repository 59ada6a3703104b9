import { checkConfig } from './check-config';
import type { Config } from './generated/types';

const found = (config: Config): [string, string][] => checkConfig(config).map(({ path, rule }) => [path, rule]);

describe('context settings', () => {
  test.each<[string, Config]>([
    ['empty', {}],
    ['a preset', { preset: 'documents' }],
    [
      'quotas of the whole budget',
      {
        sections: [
          { name: 'tools', quota: 0.1 },
          { name: 'recent', quota: 0.2 },
          { name: 'relevant', quota: 0.7 },
        ],
      },
    ],
    [
      'a reservation of the whole budget',
      { budget: { max_tokens: 900 }, sections: [{ name: 'recent', min_tokens: 900 }] },
    ],
    [
      'four sources, one of them recent',
      { sources: [{ type: 'text' }, { type: 'vector' }, { type: 'latest' }, { type: 'recent' }] },
    ],
    ['two of a type', { sources: [{ type: 'text' }, { type: 'text', name: 'more', floor: 1 }] }],
    ['a time zone', { frame: { now: true, time_zone: 'Europe/Berlin' } }],
    ['tags for what is found by tags', { sources: [{ type: 'tagged', tags: ['decision'] }] }],
  ])('may be %s', (_what, config) => {
    expect(checkConfig(config)).toEqual([]);
  });

  test.each<[string, Config, string, string]>([
    ['a time zone that nobody knows', { frame: { time_zone: 'Mars/Olympus' } }, '/frame/time_zone', 'time_zone'],
    ['an offset in place of a time zone', { frame: { time_zone: '+02:00' } }, '/frame/time_zone', 'time_zone'],
    [
      'quotas above the budget',
      {
        sections: [
          { name: 'tools', quota: 0.6 },
          { name: 'recent', quota: 0.5 },
        ],
      },
      '/sections',
      'quotas',
    ],
    [
      'reservations above the budget',
      {
        budget: { max_tokens: 500 },
        sections: [
          { name: 'recent', min_tokens: 300 },
          { name: 'tools', min_tokens: 201 },
        ],
      },
      '/sections',
      'min-above-budget',
    ],
    [
      'reservations above the budget of the preset',
      {
        preset: 'minimal',
        sections: [
          { name: 'recent', min_tokens: 1500 },
          { name: 'tools', min_tokens: 501 },
        ],
      },
      '/sections',
      'min-above-budget',
    ],
    [
      'a reservation above the maximum',
      { sections: [{ name: 'recent', min_tokens: 90, max_tokens: 80 }] },
      '/sections/0/min_tokens',
      'min-above-max',
    ],
    [
      'a reservation above the quota',
      { budget: { max_tokens: 1000 }, sections: [{ name: 'recent', min_tokens: 101, quota: 0.1 }] },
      '/sections/0/min_tokens',
      'min-above-max',
    ],
    [
      'a section larger than the budget',
      { budget: { max_tokens: 1000 }, sections: [{ name: 'recent', max_tokens: 1001 }] },
      '/sections/0/max_tokens',
      'above-budget',
    ],
    [
      'a section named twice',
      { sections: [{ name: 'recent' }, { name: 'tools' }, { name: 'recent' }] },
      '/sections/2/name',
      'named-twice',
    ],
    ['tagged without tags', { sources: [{ type: 'text' }, { type: 'tagged', tags: [] }] }, '/sources/1/tags', 'tags'],
    [
      'a source named like another',
      { sources: [{ type: 'text' }, { type: 'vector', name: 'text' }] },
      '/sources/1/name',
      'named-twice',
    ],
    [
      'no query left for the last exchanges',
      { sources: [{ type: 'text' }, { type: 'vector' }, { type: 'latest' }, { type: 'catalog' }] },
      '/sources',
      'recent',
    ],
    ['a floor above the best', { sources: [{ type: 'hybrid', floor: 1.5 }] }, '/sources/0/floor', 'floor'],
  ])('may not be %s', (_what, config, path, rule) => {
    expect(found(config)).toEqual([[path, rule]]);
  });

  test('are rejected with readable messages', () => {
    const [issue] = checkConfig({
      sections: [
        { name: 'tools', quota: 0.6 },
        { name: 'recent', quota: 0.5 },
      ],
    });
    expect(`sections ${issue?.message}`).toBe(
      'sections have quotas that add up to 1.1 of the budget; the maximum is 1',
    );
  });
});
