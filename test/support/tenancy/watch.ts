// Watches every statement that a test process sends: none of the service's, and none of its transactions, may touch rows
// of two companies or leave open whose rows it means. That keeps the books fit for an engine that shards by company.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { Connection } from 'mysql2';
import { packageRoot } from '../../../src/base/package-root.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { type Shape, shapeOf } from './statement.ts';

type Query = (this: object, ...given: unknown[]) => unknown;

const tenantTables = (): ReadonlySet<string> => {
  const rows = readFileSync(join(packageRoot(), 'src/db/rows.ts'), 'utf8');
  const tenants = new Set(
    [...rows.matchAll(/interface (\w+) \{\n  entity_id: string;/g)].map(([, name]) => name),
  );
  return new Set(
    [...rows.matchAll(/^  (\w+): (\w+Table);/gm)]
      .filter(([, , type]) => tenants.has(type))
      .map(([, table = '']) => table),
  );
};

const faults = new Set<string>();
/** What was judged, allowed or not. */
const judged = new Set<string>();
const shapes = new Map<string, Shape>();

/** The entities that the open transaction of a connection has touched. */
const open = new WeakMap<object, Set<string>>();

/** The files of the service through which it came, the nearest first; none for the statements of tests themselves. */
const pathOf = (): readonly string[] => {
  const earlier = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = earlier;
  const files = stack
    .split('\n')
    .flatMap((line) => /\/(?:dist\/)?((?:src|test)\/[^):]*)/.exec(line)?.[1] ?? [])
    .filter((file) => !/^(?:src\/db|test\/support\/tenancy)\//.test(file));
  return files[0]?.startsWith('src/') === true ? files.filter((file) => file.startsWith('src/')) : [];
};

/** What is wrong with it after what its transaction has touched. */
export const faultOf = (
  shape: Shape,
  entities: ReadonlySet<string>,
  touched: ReadonlySet<string>,
): string | undefined => {
  if (shape.bound < shape.tables.length) return 'is bound to no company';
  if (entities.size > 1) return 'touches several companies';
  return new Set([...touched, ...entities]).size > 1
    ? 'touches another company than the statements before it in its transaction'
    : undefined;
};

const judge = (connection: object, shape: Shape, values: readonly unknown[]): void => {
  if (shape.tables.length === 0) return;
  const entities = new Set(shape.parameters.map((place) => String(values[place])));
  const touched = open.get(connection);
  const fault = faultOf(shape, entities, touched ?? new Set());
  if (fault !== undefined) {
    // A stack costs milliseconds: it is read once for each statement, and not for what is allowed from everywhere.
    const known = `${fault}: ${shape.text}`;
    if (judged.has(known) || EXCEPTIONS.some((each) => each.allows(shape, []))) return;
    const path = pathOf();
    if (path.length === 0) return;
    judged.add(known);
    if (!EXCEPTIONS.some((each) => each.allows(shape, path)))
      faults.add(`${path[0]} ${fault}: ${shape.text.slice(0, 300)}`);
    return;
  }
  if (touched !== undefined) for (const entity of entities) touched.add(entity);
};

const watch = (tenants: ReadonlySet<string>): void => {
  let prototype: object = Connection.prototype;
  while (!Object.hasOwn(prototype, 'query')) prototype = Object.getPrototypeOf(prototype) as object;
  const query = Reflect.get(prototype, 'query') as Query;
  const watched: Query = function (...given) {
    const [text, values] = given;
    if (typeof text === 'string') {
      if (text === 'begin') open.set(this, new Set());
      else if (text === 'commit' || text === 'rollback') open.delete(this);
      else if (Array.isArray(values)) {
        const shape = shapes.get(text) ?? shapeOf(text, tenants);
        shapes.set(text, shape);
        judge(this, shape, values);
      }
    }
    return query.apply(this, given);
  };
  Reflect.set(prototype, 'query', watched);
};

/** Where a fault fails the test file; elsewhere `TENANCY_REPORT=FILE` collects them. */
const ENFORCED = /\/test\/(?:tools|isolation|concurrency)\//;

export const watchTenancy = (): void => {
  const report = process.env['TENANCY_REPORT'];
  const enforced = ENFORCED.test(process.argv[1] ?? '');
  // Benches use the same databases outside of the test runner.
  if (process.env['NODE_TEST_CONTEXT'] === undefined || !(enforced || report !== undefined)) return;
  watch(tenantTables());
  after(() => {
    const list = [...faults];
    if (report === undefined) assert.deepEqual(list, [], 'each statement is of one company');
    else if (list.length > 0) appendFileSync(report, `${list.join('\n')}\n`);
  });
};
