const MODIFIERS = String.raw`(?:(?:export|default|public|private|protected|internal|static|async|abstract|final|override|inline|virtual|unsafe|extern|pub(?:\([^)]*\))?)\s+)*`;
const KEYWORDS = String.raw`(?:function|def|class|interface|struct|enum|trait|impl|fn|func|fun|sub|proc|module|namespace|record|object|create\s+(?:or\s+replace\s+)?(?:function|procedure|table|view))`;
/** A line that declares something by a word of its language: `async function refresh() {`, `def load(self):`. */
const DECLARED = new RegExp(String.raw`^\s*${MODIFIERS}${KEYWORDS}\b.*[\w$)"'{:=(,]\s*$`, 'i');
/** A method, which has no such word; and a function that a name is given. */
const METHOD =
  /^\s*(?!(?:if|else|for|while|switch|catch|do|with|return|try|await|new)\b)[\w$][\w$<>,[\]*&:~?. ]*\([^;]*\)[\w$<>,[\]|?.: ]*\{\s*$/;
const ASSIGNED = /^\s*[\w$.]+(?:\s+[\w$.]+)*\s*[:=]\s*(?:async\s+)?(?:function\b|\(?[\w$,{}:. ]*\)?\s*=>).*\{\s*$/;
/** A key of YAML with a value on lines of its own. */
const KEY = /^\s*(?:- )?[\w."'/-]+:\s*$/;
/** A section of TOML or of a settings file. */
const SECTION = /^\s*\[{1,2}[\w."' :/-]+\]{1,2}\s*$/;

/** More levels say nothing more. */
const MOST_SCOPES = 8;
const TAB = 4;

/** How far a line is indented. A section holds whatever follows it. */
function indentOf(line: string): number {
  if (SECTION.test(line)) return -1;
  const space = /^[ \t]*/.exec(line)?.[0] ?? '';
  return space.replaceAll('\t', ' '.repeat(TAB)).length;
}

const opensScope = (line: string): boolean =>
  DECLARED.test(line) || METHOD.test(line) || ASSIGNED.test(line) || KEY.test(line) || SECTION.test(line);

/** A line that ends what the innermost declaration has begun. */
const END = /^\s*(?:\}|\)|end\b)/;

/**
 * The declarations that a line of code stands in, of those that stand before it; the innermost last.
 * @param isCut whether it is the first of a later piece of a text, which has lost the spaces before it. Default: false
 */
export function scopesAround(scopes: readonly string[], line: string, isCut = false): readonly string[] {
  if (isCut && !/^\s/.test(line)) return END.test(line) ? scopes.slice(0, -1) : scopes;
  return scopes.filter((scope) => indentOf(scope) < indentOf(line));
}

/** The declarations that the line after this one may stand in. `isCut` as in {@link scopesAround}. */
export function scopesAfter(scopes: readonly string[], line: string, isCut = false): readonly string[] {
  if (line.trim() === '') return scopes;
  const around = scopesAround(scopes, line, isCut);
  return opensScope(line) ? [...around, line].slice(-MOST_SCOPES) : around;
}
