import { SHOW } from './helper-table';

type Statement = hbs.AST.Statement;

function wrapValue(mustache: hbs.AST.MustacheStatement): hbs.AST.MustacheStatement {
  const called = mustache.params.length > 0 || Boolean(mustache.hash?.pairs.length);
  const { loc, path, params, hash } = mustache;
  const value: hbs.AST.Expression = called
    ? ({ type: 'SubExpression', loc, path, params, hash } as hbs.AST.SubExpression)
    : path;
  const show = { type: 'PathExpression', loc, data: false, depth: 0, parts: [SHOW], original: SHOW };
  return { ...mustache, path: show as hbs.AST.PathExpression, params: [value], hash: undefined as never };
}

function rewriteStatement(one: Statement): Statement {
  if (one.type === 'MustacheStatement') return wrapValue(one as hbs.AST.MustacheStatement);
  if (one.type !== 'BlockStatement') return one;
  const block = one as hbs.AST.BlockStatement;
  return {
    ...block,
    program: showValues(block.program),
    inverse: block.inverse && showValues(block.inverse),
  } as Statement;
}

/** Rewrites a checked template so that every value is written by the one helper for values. */
export function showValues(program: hbs.AST.Program): hbs.AST.Program {
  return program && { ...program, body: program.body.map(rewriteStatement) };
}
