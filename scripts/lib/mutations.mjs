// The ways in which `npm run test:mutants` breaks one place of a source file.
import ts from 'typescript';

const SWAPPED = new Map(
  Object.entries({ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===', '&&': '||', '||': '&&' }),
);
const COMPARES = new Set(['<', '<=', '>', '>=', '===', '!==']);
/** A limit of a thousand and one instead of a thousand is nothing that anybody would notice. */
const LARGE = 1_000;

/**
 * @param {string} file the path that mutants are named by
 * @param {string} text its content
 * @returns {object[]} mutants: `name` says where by what is written there, so that it stays when other lines change; `text` is the whole broken file
 */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const seen = new Map();
  const found = [];
  const add = (node, operator, after) => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    const line = source.getLineAndCharacterOfPosition(start).line;
    const place = `${file} | ${lines[line].trim()} | ${operator}`;
    const index = seen.get(place) ?? 0;
    seen.set(place, index + 1);
    const broken = text.slice(0, start) + after + text.slice(end);
    if (ts.createSourceFile(file, broken, ts.ScriptTarget.Latest).parseDiagnostics.length > 0) return;
    found.push({
      name: `${place} | ${index}`,
      file,
      line: line + 1,
      before: text.slice(start, end).replace(/\s+/g, ' '),
      after: after.replace(/\s+/g, ' '),
      within: lines[line].trim(),
      text: broken,
    });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isDecorator(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node))
      return;
    if (ts.isBinaryExpression(node)) swap(node, add);
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'boolean', 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'boolean', 'true');
    else if (ts.isNumericLiteral(node) && isValue(node) && Number(node.text) < LARGE)
      add(node, 'number', `(${node.getText(source)} + 1)`);
    else if (ts.isIfStatement(node)) for (const to of ['false', 'true']) add(node.expression, `if ${to}`, to);
    else if (ts.isExpressionStatement(node) && isAct(node.expression, source)) add(node, 'removed', ';');
    const result = resultOf(node);
    if (result && isBoolean(result)) add(result, 'negated', `!(${result.getText(source)})`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function swap({ left, right, operatorToken }, add) {
  const operator = operatorToken.getText();
  const isText = [left, right].some((one) => ts.isStringLiteralLike(one) || ts.isTemplateExpression(one));
  const after = SWAPPED.get(operator) ?? (isText ? undefined : { '+': '-', '-': '+' }[operator]);
  if (after) add(operatorToken, operator, after);
}

/** The name of a property may be a number. */
const isValue = ({ parent }) => !ts.isPropertyAssignment(parent) || ts.isNumericLiteral(parent.initializer);

/** Calls, waited for or not. What is logged is for the operator, and asked where all messages are. */
function isAct(expression, source) {
  if (ts.isAwaitExpression(expression)) return true;
  return ts.isCallExpression(expression) && !/^(super\b|this\.logger\b)/.test(expression.getText(source));
}

function resultOf(node) {
  if (ts.isReturnStatement(node)) return node.expression;
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : undefined;
}

function isBoolean(node) {
  if (ts.isParenthesizedExpression(node)) return isBoolean(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isBinaryExpression(node)) return COMPARES.has(node.operatorToken.getText());
  // `every`, `some` and `isNew(…)` answer yes or no.
  return (
    ts.isCallExpression(node) &&
    /(^|\.)(every|some|test|has|includes|(is|has|can)[A-Z]\w*)$/.test(node.expression.getText())
  );
}
