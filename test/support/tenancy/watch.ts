// Watches every statement that a test process sends: none of the service's, and none of its transactions, may touch rows
// of two companies or leave open whose rows it means. That keeps the books fit for an engine that shards by company.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from 'mysql2';
import { packageRoot } from '../../../src/base/package-root.ts';
import { type Exception, EXCEPTIONS } from './exceptions.ts';
import { type Shape, shapeOf } from './statement.ts';

type Query = (this: object, ...given: unknown[]) => unknown;

/** Every table with rows of companies, by the schema. */
export const tenantTables = (): ReadonlySet<string> => {
  const rows = readFileSync(join(packageRoot(), 'src/db/rows.ts'), 'utf8');
  const tenants = new Set(
    [...rows.matchAll(/interface (\w+) \{\n(?:  [^\n]*\n)*?  entity_id: string;/g)].map(([, name]) => name),
  );
  return new Set(
    [...rows.matchAll(/^  (\w+): (\w+Table);/gm)]
      .filter(([, , type]) => tenants.has(type))
      .map(([, table = '']) => table),
  );
};

/** What was seen of the service's statements on tables of companies. */
export interface Seen {
  /** Statements that name one company. */
  one: number;
  /** Those that name none, and those that name several, by the exception that allows them. */
  readonly open: Map<string, number>;
  readonly across: Map<string, number>;
  transactions: number;
  /** Transactions over several companies, by the exception that allows them. */
  readonly several: Map<string, number>;
  /** What no exception allows. */
  readonly faults: Set<string>;
}

const seen: Seen = {
  one: 0,
  open: new Map(),
  across: new Map(),
  transactions: 0,
  several: new Map(),
  faults: new Set(),
};
const shapes = new Map<string, Shape>();

const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

/** The open transaction of a connection: where it was begun, and the entities that it has touched. */
interface Open {
  readonly begun: Stack;
  readonly entities: Set<string>;
  /** It is known to be of several. */
  several: boolean;
}

const transactions = new WeakMap<object, Open>();

/**
 * Connections on which a transaction begins with its first statement (see `src/db/connection.ts`): with the way to the next one
 * if they were just told to, since a write is then sent by the answer to that, which has no way.
 */
const beginning = new WeakMap<object, Stack | null>();

const NO_STATEMENTS = /^(?:src\/db|test\/support\/tenancy)\//;

/** The files of the service through which it came, the nearest first; none for the statements of tests themselves. */
const pathOf = (stack: string): readonly string[] => {
  const files = stack
    .split('\n')
    .flatMap((line) => /\/(?:dist\/)?((?:src|test)\/[^):]*)/.exec(line)?.[1] ?? [])
    .filter((file) => !NO_STATEMENTS.test(file));
  return files[0]?.startsWith('src/') === true ? files.filter((file) => file.startsWith('src/')) : [];
};

const FRAMES = 60;
const paths = new Map<string, readonly string[]>();

/** As it was captured; its text is made when it is asked for. */
type Stack = Error;

const stackHere = (): Stack => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = FRAMES;
  const stack = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
};

/** To put names of source files to a stack costs milliseconds, so that each way is named once. */
const readPath = (): readonly string[] => {
  const here = stackHere();
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_, sites) =>
    sites.map((site) => `${site.getFileName()}:${site.getLineNumber()}:${site.getColumnNumber()}`).join();
  const way = String(stackHere().stack);
  Error.prepareStackTrace = prepareStackTrace;
  const path = paths.get(way) ?? pathOf(here.stack ?? '');
  paths.set(way, path);
  return path;
};

const UNBOUND = 'is bound to no company';
const SEVERAL = 'touches several companies';
const ANOTHER = 'touches another company than the statements before it in its transaction';

/** What is wrong with it after what its transaction has touched. */
export const faultOf = (
  shape: Shape,
  entities: ReadonlySet<string>,
  touched: ReadonlySet<string>,
): typeof UNBOUND | typeof SEVERAL | typeof ANOTHER | undefined => {
  if (shape.bound < shape.tables.length) return UNBOUND;
  if (entities.size > 1) return SEVERAL;
  return new Set([...touched, ...entities]).size > 1 ? ANOTHER : undefined;
};

/** Undefined if it is of a test itself. */
const allowing = (shape: Shape, begun: Stack | undefined): Exception | 'none' | undefined => {
  const allowedBy = (path: readonly string[]): Exception | undefined =>
    EXCEPTIONS.find((each) => each.allows(shape, path));
  const anywhere = allowedBy([]);
  if (anywhere !== undefined) return anywhere;
  const path = readPath();
  const before = pathOf(begun?.stack ?? '');
  if (path.length + before.length === 0) return undefined;
  // A long way may be cut off; where its transaction was begun is part of it.
  return allowedBy(path) ?? allowedBy(before) ?? 'none';
};

const judge = (connection: object, shape: Shape, values: readonly unknown[]): void => {
  if (shape.tables.length === 0) return;
  const entities = new Set(shape.parameters.map((place) => String(values[place])));
  const transaction = transactions.get(connection);
  const fault = faultOf(shape, entities, transaction?.entities ?? new Set());
  if (fault === undefined) {
    seen.one += 1;
    for (const entity of entities) transaction?.entities.add(entity);
    return;
  }
  const allowed = allowing(shape, transaction?.begun);
  if (allowed === undefined) return;
  if (allowed === 'none') {
    seen.faults.add(`${readPath()[0] ?? ''} ${fault}: ${shape.text.slice(0, 300)}`);
    return;
  }
  count(fault === UNBOUND ? seen.open : seen.across, allowed.name);
  if (transaction === undefined || transaction.several || fault === UNBOUND) return;
  transaction.several = true;
  count(seen.several, allowed.name);
};

/** Watches from now on; what it has seen is kept up to date. */
let watching = false;
export const isWatching = (): boolean => watching;

export const watchStatements = (): Seen => {
  watching = true;
  const tenants = tenantTables();
  let prototype: object = Connection.prototype;
  while (!Object.hasOwn(prototype, 'query')) prototype = Object.getPrototypeOf(prototype) as object;
  const query = Reflect.get(prototype, 'query') as Query;
  const watched: Query = function (...given) {
    const [asked, others] = given;
    const isWhole = typeof asked === 'object' && asked !== null && 'sql' in asked && 'values' in asked;
    const [text, values] = isWhole ? [asked.sql, asked.values] : [asked, others];
    if (typeof text === 'string') {
      if (text === 'commit' || text === 'rollback') transactions.delete(this);
      else if (text === 'set autocommit = 0') beginning.set(this, stackHere());
      else if (text === 'set autocommit = 1') beginning.delete(this);
      else if (beginning.has(this) && !transactions.has(this)) {
        seen.transactions += 1;
        const begun = beginning.get(this) ?? stackHere();
        beginning.set(this, null);
        transactions.set(this, { begun, entities: new Set(), several: false });
      }
      if (Array.isArray(values)) {
        const shape = shapes.get(text) ?? shapeOf(text, tenants);
        shapes.set(text, shape);
        judge(this, shape, values);
      }
    }
    return query.apply(this, given);
  };
  Reflect.set(prototype, 'query', watched);
  return seen;
};

/** A test file that opens a database fails on the first statement of the service that is not of one company. */
export const watchTenancy = (): void => {
  const checks: unknown = Reflect.get(globalThis, Symbol.for('folio.test.checks'));
  if (Array.isArray(checks)) {
    // One of several files of a process, which is told of what it alone has sent.
    const { faults } = watchStatements();
    checks.push(() => {
      const found = [...faults].map((fault) => `a statement that is not of one company: ${fault}`);
      faults.clear();
      return found;
    });
    return;
  }
  // Benches and other programs use the same databases.
  if (!/\.test\.[jt]s$/.test(process.argv[1] ?? '')) return;
  const { faults } = watchStatements();
  // Not a hook, whose failure would leave the hooks of the file undone, and the process waiting.
  process.once('exit', () => {
    if (faults.size === 0) return;
    console.error(`Statements that are not of one company:\n${[...faults].join('\n')}`);
    process.exitCode = 1;
  });
};
