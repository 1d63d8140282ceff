// Reads from a statement which records of the trail it writes.
import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  ColumnUpdateNode,
  DeleteQueryNode,
  InsertQueryNode,
  ListNode,
  MergeQueryNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  PrimitiveValueListNode,
  RawNode,
  ReferenceNode,
  type RootOperationNode,
  sql,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import type { WatchedKind } from '../stated-trail.ts';
import { coveredRows, type CoveredTable, isPart, keyIn } from './covered.ts';
import { watchedRows, type WatchedRows } from './kinds.ts';

export interface Write {
  /** The statement to send. */
  readonly node: RootOperationNode;
  readonly entity_id: string;
  readonly kind: WatchedKind;
  readonly ids: readonly string[];
  readonly touch: 'changed' | 'deleted';
  /** Of an update of records themselves: the same, giving each its next version. */
  readonly raising?: UpdateQueryNode;
}

/** Undefined where it writes no record of the trail; throws where it does not say which. */
export const readWrite = (node: RootOperationNode): Write | undefined => {
  if (node.kind === 'SelectQueryNode') return undefined;
  const rows = findWatched(node);
  if (rows === undefined) return undefined;
  const { table, kind, owner } = rows;
  if (!UpdateQueryNode.is(node) && !DeleteQueryNode.is(node))
    throw new Error(
      `rows of ${table} are written through scoped(ctx, '${table}') only, which the trail reads`,
    );
  const said = new Map<string, readonly unknown[]>();
  readConditions(node.where?.where, said);
  const ids = said.get(owner);
  const entities = said.get('entity_id');
  if (ids === undefined || entities?.length !== 1)
    throw new Error(
      `what writes ${table} has to name its rows, or the trail would not know them: ` +
        `select the ids first, for update, and add .where('${owner}', 'in', ids) to scoped(ctx, '${table}')`,
    );
  const write = { entity_id: String(entities[0]), kind, ids: ids.map(String) };
  if (UpdateQueryNode.is(node)) {
    const update = uncounted(node, rows);
    return { ...write, node: update, touch: 'changed', ...(table === kind && { raising: raised(update) }) };
  }
  return { ...write, node, touch: table === kind ? 'deleted' : 'changed' };
};

/** Rows of records that the log covers; `where`: those that fit all of it, whose owners are to be looked up. */
export type CoveredWrite = { readonly table: CoveredTable } & (
  | { readonly owner: string; readonly keys: readonly string[] }
  | { readonly where: ReadonlyMap<string, readonly unknown[]> }
);

/** Empty where it writes no such record; throws where it does not say which. */
export const readCoveredWrite = (node: RootOperationNode): readonly CoveredWrite[] => {
  if (node.kind === 'SelectQueryNode') return [];
  const tables = tablesWritten(node);
  const table = tables.flatMap((each) => coveredRows(each) ?? [])[0];
  if (table === undefined) return [];
  if (tables.length > 1)
    throw new Error(`${tables.join(' and ')} are written in one statement: write each in one of its own`);
  if (InsertQueryNode.is(node)) return insertedRows(node, table);
  if (!UpdateQueryNode.is(node) && !DeleteQueryNode.is(node))
    throw new Error(`rows of ${table.table} are written by the builder only, which the trail reads`);
  if (UpdateQueryNode.is(node)) {
    const names = node.updates?.map(({ column }) => columnIn(column) ?? '') ?? [];
    if (!names.some((name) => isPart(table, name))) return [];
  }
  const said = new Map<string, readonly unknown[]>();
  readConditions(node.where?.where, said);
  return [ofConditions(table, said)];
};

const ofConditions = (table: CoveredTable, said: ReadonlyMap<string, readonly unknown[]>): CoveredWrite => {
  const parts = table.key.map((column) => said.get(column));
  const [owner, ...others] = said.get(table.owner) ?? [];
  const [first, ...rest] = parts;
  // Of a key of several columns one record at a time.
  if (
    first !== undefined &&
    typeof owner === 'string' &&
    others.length === 0 &&
    rest.every((part) => part?.length === 1)
  )
    return { table, owner, keys: first.map((value) => [value, ...rest.map((part) => part?.[0])].join(' ')) };
  if (table.owner === 'organisation_id' && table.key.length === 1 && said.size > 0)
    return { table, where: said };
  const [column] = table.key;
  throw new Error(
    `what writes ${table.table} has to name its rows, or the trail would not know them: ` +
      `select first, for update, and add .where('${column}', 'in', …) to the statement`,
  );
};

/** As kysely builds them; `insertion()` notes its rows itself. */
const insertedRows = (node: InsertQueryNode, table: CoveredTable): readonly CoveredWrite[] => {
  const { columns, values } = node;
  if (columns === undefined || values === undefined || !ValuesNode.is(values))
    throw new Error(`rows of ${table.table} are inserted with their values only, which the trail reads`);
  return values.values.map((each) => {
    const cells = PrimitiveValueListNode.is(each)
      ? each.values
      : each.values.map((value) => (ValueNode.is(value) ? value.value : undefined));
    const row = Object.fromEntries(columns.map((column, at) => [columnIn(column) ?? '', cells[at]]));
    return { table, owner: String(row[table.owner]), keys: [keyIn(table.key, row)] };
  });
};

/** For a statement that is compiled once, for values that the trail could not read. */
export const refuseWrite = (node: RootOperationNode): void => {
  const covered =
    node.kind === 'SelectQueryNode' ? [] : tablesWritten(node).flatMap((table) => coveredRows(table) ?? []);
  const rows = findWatched(node) ?? covered[0];
  if (rows !== undefined)
    throw new Error(
      `what writes ${rows.table} may not be compiled once: the trail reads the ids of its rows`,
    );
};

const findWatched = (node: RootOperationNode): WatchedRows | undefined => {
  const tables = tablesWritten(node);
  const found = tables.flatMap((table) => watchedRows(table) ?? []);
  if (found.length > 0 && tables.length > 1)
    throw new Error(`${tables.join(' and ')} are written in one statement: write each in one of its own`);
  return found[0];
};

/** What is named after that is only read. */
const INSERTS = /^\s*(?:insert|replace)\s+(?:ignore\s+)?into\s+`?(\w+)/i;
const WRITES = /^\s*(?:insert|replace|update|delete|truncate|load)\b/i;

const tablesWritten = (node: RootOperationNode): readonly string[] => {
  if (UpdateQueryNode.is(node)) return node.table === undefined ? [] : tablesIn(node.table);
  if (DeleteQueryNode.is(node)) return node.from.froms.flatMap(tablesIn);
  if (InsertQueryNode.is(node) || MergeQueryNode.is(node))
    return node.into === undefined ? [] : tablesIn(node.into);
  if (!RawNode.is(node)) return [];
  const [text = ''] = node.sqlFragments;
  const into = INSERTS.exec(text)?.[1];
  if (into !== undefined) return [into];
  return WRITES.test(text) ? watchedWords(node) : [];
};

const tablesIn = (node: OperationNode): readonly string[] => {
  if (TableNode.is(node)) return [node.table.identifier.name];
  if (AliasNode.is(node)) return tablesIn(node.node);
  if (ListNode.is(node)) return node.items.flatMap(tablesIn);
  return RawNode.is(node) ? watchedWords(node) : [];
};

/** SQL text is not parsed: a table of the trail that it names counts as written. */
const watchedWords = ({ sqlFragments, parameters }: RawNode): readonly string[] => {
  const words = sqlFragments.flatMap((text) => text.match(/\w+/g) ?? []);
  const named = words.find((word) => (watchedRows(word) ?? coveredRows(word)) !== undefined);
  return named === undefined ? parameters.flatMap(tablesIn) : [named];
};

/** The values of the columns that each row must have: those of `=` and `in`, joined by `and`. */
const readConditions = (node: OperationNode | undefined, said: Map<string, readonly unknown[]>): void => {
  if (node === undefined) return;
  if (ParensNode.is(node)) return readConditions(node.node, said);
  if (AndNode.is(node)) {
    readConditions(node.left, said);
    readConditions(node.right, said);
  } else if (BinaryOperationNode.is(node) && OperatorNode.is(node.operator)) {
    const column = columnIn(node.leftOperand);
    const values = valuesIn(node.operator.operator, node.rightOperand);
    if (column !== undefined && values !== undefined) said.set(column, values);
  }
};

const columnIn = (node: OperationNode): string | undefined => {
  if (ColumnNode.is(node)) return node.column.name;
  if (ReferenceNode.is(node)) return columnIn(node.column);
  // `sql.ref('invoice.entity_id')`, as scoped() binds the entity.
  const [only, ...others] = RawNode.is(node) ? node.parameters : [];
  const bare = RawNode.is(node) && node.sqlFragments.every((text) => text === '');
  return only !== undefined && bare && others.length === 0 ? columnIn(only) : undefined;
};

const valuesIn = (operator: string, node: OperationNode): readonly unknown[] | undefined => {
  if (operator === '=' && ValueNode.is(node)) return [node.value];
  if (operator !== 'in') return undefined;
  if (PrimitiveValueListNode.is(node)) return node.values;
  if (!ValueListNode.is(node)) return undefined;
  const values = node.values.flatMap((each) => (ValueNode.is(each) ? [each.value] : []));
  return values.length === node.values.length ? values : undefined;
};

/**
 * The update without what the trail counts, which a row has that is written back as it was read. To which record a row
 * belongs may not change.
 */
const uncounted = (node: UpdateQueryNode, { table, kind, owner }: WatchedRows): UpdateQueryNode => {
  const names = node.updates?.map(({ column }) => columnIn(column)) ?? [];
  if (table !== kind && names.includes(owner))
    throw new Error(`a row of ${table} stays with its ${kind}: delete it there and insert it anew`);
  if (!names.includes('state_version') || node.updates === undefined) return node;
  return { ...node, updates: node.updates.filter((_, index) => names[index] !== 'state_version') };
};

const NEXT_VERSION = ColumnUpdateNode.create(
  ColumnNode.create('state_version'),
  sql`state_version + 1`.toOperationNode(),
);

const raised = (node: UpdateQueryNode): UpdateQueryNode => ({
  ...node,
  updates: [...(node.updates ?? []), NEXT_VERSION],
});
