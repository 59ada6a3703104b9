import { sha256 } from '@crumbtrail/contracts';
import Handlebars from 'handlebars';
import { LRUCache } from 'lru-cache';
import type { Plain } from '../plain';
import type { RecordView } from '../record-view';
import { BadTemplate, checkSize, checkTree } from './check-template';
import { guarded } from './guarded';
import { ALLOWED, REGISTERED, SHOW } from './helper-table';
import { Meter, metered } from './meter';
import { showValues } from './show-values';

interface Compiled {
  readonly nodes: number;
  readonly run: Handlebars.TemplateDelegate;
}

function environment(): typeof Handlebars {
  const own = Handlebars.create();
  for (const name of Object.keys(own.helpers)) if (!['if', 'unless', 'with'].includes(name)) own.unregisterHelper(name);
  for (const [name, helper] of Object.entries(REGISTERED)) own.registerHelper(name, helper);
  return own;
}

const handlebars = environment();
const knownHelpers = Object.fromEntries([...ALLOWED, SHOW].map((name) => [name, true]));
const cache = new LRUCache<string, Compiled>({ max: 500 });

function parse(template: string): hbs.AST.Program {
  try {
    return handlebars.parse(template);
  } catch (error) {
    throw new BadTemplate(`cannot be read: ${(error as Error).message.split('\n', 1)[0] ?? ''}`, { cause: error });
  }
}

/** The compiled template, from the cache if it was seen. Throws BadTemplate. */
export function compileTemplate(template: unknown): Compiled {
  const source = checkSize(template);
  const key = sha256(source);
  const known = cache.get(key);
  if (known) return known;
  const tree = parse(source);
  const nodes = checkTree(tree);
  const run = handlebars.compile(showValues(tree), { noEscape: true, knownHelpersOnly: true, knownHelpers });
  const compiled = { nodes, run };
  cache.set(key, compiled);
  return compiled;
}

/** Renders a payload through a template under its caps. Throws for a bad template, an object where text belongs, or a bomb. */
export function renderTemplate(template: string, data: Plain, record: RecordView): string {
  const { nodes, run } = compileTemplate(template);
  const meter = new Meter(nodes, () => performance.now());
  const options = {
    data: { ...record },
    allowProtoMethodsByDefault: false,
    allowProtoPropertiesByDefault: false,
  };
  return metered(meter, () => meter.output(run(guarded(data), options)));
}
