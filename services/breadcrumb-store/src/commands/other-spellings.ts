import { EXPIRES_AT_SPELLING, isObject, type Issue } from '@crumbtrail/contracts';

/** The fields of a draft or a patch that may be written under another name or in another place. */
interface WrittenFields {
  readonly context?: Readonly<Record<string, unknown>> | undefined;
}

/** Fields that other systems write under another name or in another place, each with the right spelling. */
export function otherSpellings(fields: WrittenFields, isDefinition: boolean): Issue[] {
  const issues: Issue[] = [];
  if (Object.hasOwn(fields, 'ttl')) {
    issues.push({ path: '/ttl', rule: 'spelling', message: EXPIRES_AT_SPELLING });
  }
  if (!isDefinition && isObject(fields.context?.['llm_hints'])) {
    const message = 'would have no effect in the payload: write llm_hints beside context, as a field of the breadcrumb';
    issues.push({ path: '/context/llm_hints', rule: 'spelling', message });
  }
  return issues;
}
