import type { Issue, LoreEntryV1 } from '@crumbtrail/contracts';
import { compileRegexKey } from '../keys/compile-keys';
import { parseRegexKey } from '../keys/linear-regex';

/** What is wrong with an entry beside its shape: regular expressions that cannot be matched in linear time. Empty: nothing. */
export function checkLoreEntry(entry: LoreEntryV1): Issue[] {
  return [...checkKeys('keys', entry.keys), ...checkKeys('secondary_keys', entry.secondary_keys)];
}

function checkKeys(field: string, keys: readonly string[] = []): Issue[] {
  return keys.flatMap((key, index) => {
    const parsed = parseRegexKey(key);
    const compiled = parsed && !key.includes('{{') ? compileRegexKey(key, parsed) : null;
    if (compiled?.type !== 'refused') return [];
    const message = `regular expression ${key} ${compiled.reason}`;
    return [{ path: `/${field}/${index}`, rule: 'regex', message }];
  });
}
