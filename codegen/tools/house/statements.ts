// Which tables a piece of code names when it builds a statement with kysely, scoped() or an sql template.
import { type AstNode, child, children, nameOf, textOf } from './oxlint.ts';

export interface Named {
  readonly node: AstNode;
  /** Undefined when the code does not spell a table out. */
  readonly table: string | undefined;
  readonly writes: boolean;
  /** The statement starts from this table, without scoped(). */
  readonly bare: boolean;
}

const JOINS: ReadonlySet<string> = new Set([
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
]);
const WRITES: ReadonlySet<string> = new Set([
  'insertInto',
  'replaceInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
]);
const NAMELESS: ReadonlySet<string> = new Set(['selectNoFrom', 'executeQuery']);
const SCOPED: ReadonlySet<string> = new Set(['scoped', 'acrossTenants']);
const SCOPED_WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete']);

/** `invoice as i` names invoice. */
const tableIn = (node: AstNode | undefined): string | undefined => textOf(node)?.trim().split(/\s/)[0];

/** What a call names; nothing when it makes no statement. */
export const namedByCall = (node: AstNode): readonly Named[] => {
  const callee = child(node, 'callee');
  const given = children(node, 'arguments');
  const method = callee?.type === 'MemberExpression' ? nameOf(child(callee, 'property')) : undefined;
  if (method !== undefined && (method === 'selectFrom' || JOINS.has(method) || WRITES.has(method))) {
    const [first] = given;
    const tables = first?.type === 'ArrayExpression' ? children(first, 'elements') : [first];
    const facts = { node, writes: WRITES.has(method), bare: !JOINS.has(method) };
    return tables.map((each) => ({ ...facts, table: tableIn(each) }));
  }
  if (method !== undefined && NAMELESS.has(method)) return [nameless(node)];
  if (SCOPED.has(nameOf(callee) ?? '')) {
    const then = child(node, 'parent');
    const verb = then?.type === 'MemberExpression' ? nameOf(child(then, 'property')) : undefined;
    return given
      .map(tableIn)
      .filter((table) => table !== undefined)
      .map((table) => ({ node, table, writes: SCOPED_WRITES.has(verb ?? ''), bare: false }));
  }
  return isSqlTable(callee) ? [{ ...nameless(node), table: tableIn(given[0]) }] : [];
};

const nameless = (node: AstNode): Named => ({ node, table: undefined, writes: false, bare: false });

const isSqlTable = (callee: AstNode | undefined): boolean =>
  callee?.type === 'MemberExpression' &&
  nameOf(child(callee, 'object')) === 'sql' &&
  nameOf(child(callee, 'property')) === 'table';

const WRITTEN = /\b((?:delete\s+)?from|join|into|update)\s+`?([a-z_]+)/giu;

/** What an sql template names; it makes a statement, or a part of one, whatever it names. */
export const namedByTemplate = (node: AstNode): readonly Named[] => {
  if (nameOf(child(node, 'tag')) !== 'sql') return [];
  const quasi = child(node, 'quasi');
  const text = (quasi === undefined ? [] : children(quasi, 'quasis'))
    .map((part) => (part['value'] as { readonly raw: string }).raw)
    .join(' ? ');
  const named = [...text.matchAll(WRITTEN)].map(([, verb = '', table]) => ({
    ...nameless(node),
    table,
    writes: /into|update|delete/i.test(verb),
  }));
  return [nameless(node), ...named];
};

/** The name that a `with` gives to a select. */
export const commonTable = (node: AstNode): string | undefined => {
  const callee = child(node, 'callee');
  const method = callee?.type === 'MemberExpression' ? nameOf(child(callee, 'property')) : undefined;
  const isWith = method === 'with' || method === 'withRecursive';
  return isWith ? textOf(children(node, 'arguments')[0])?.split('(')[0] : undefined;
};
