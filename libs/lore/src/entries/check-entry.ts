import type { Issue, LoreEntryV1 } from '@crumbtrail/contracts';
import { compileRegexKey } from '../keys/compile-keys';
import { parseRegexKey } from '../keys/linear-regex';
import { checkMacros } from '../macros/check-macros';

/** What is wrong with an entry beside its shape: regular expressions that cannot be matched in linear time, and macros. Empty: nothing. */
export function checkLoreEntry(entry: LoreEntryV1): Issue[] {
  const keys = [...checkKeys('keys', entry.keys), ...checkKeys('secondary_keys', entry.secondary_keys)];
  return [...keys, ...macroIssues('/content', entry.content)];
}

const macroIssues = (path: string, text: string): Issue[] =>
  checkMacros(text).map(({ message }) => ({ path, rule: 'macro', message }));

function checkKeys(field: string, keys: readonly string[] = []): Issue[] {
  return keys.flatMap((key, index) => {
    const path = `/${field}/${index}`;
    if (key.includes('{{')) return macroIssues(path, key);
    const parsed = parseRegexKey(key);
    const compiled = parsed && compileRegexKey(key, parsed);
    if (compiled?.type !== 'refused') return [];
    return [{ path, rule: 'regex', message: `regular expression ${key} ${compiled.reason}` }];
  });
}
