// Statements that are built and compiled once; from then on only their values change. For those of frequent calls:
// building a query and compiling it costs about as much as sending it and reading its rows.
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Reader, Writer } from './database.ts';
import type { Tenant } from './scoped.ts';
import { refuseWrite } from './trail/read-write.ts';

type Value = string | number | null | readonly string[];

/** A text that no value has. The numbers count the values, an array's one by one; the entity is number 0. */
const MARK = '\u0000value ';

interface Shape<Row> {
  readonly query: CompiledQuery<Row>;
  /** A number stands for the value of that number. */
  readonly parameters: readonly (number | { readonly fixed: unknown })[];
}

/** Statements with longer lists are rare, and each length is a shape of its own. */
const MAX_LIST = 16;

const shapeOf = <Row>(query: CompiledQuery<Row>): Shape<Row> => {
  refuseWrite(query.query);
  const parameters = query.parameters.map((value) =>
    typeof value === 'string' && value.startsWith(MARK) ? Number(value.slice(MARK.length)) : { fixed: value },
  );
  return { query, parameters };
};

const isList = (value: Value): value is readonly string[] => typeof value === 'object' && value !== null;

/** The same values as marks, numbered from 1. */
const marksFor = (values: readonly Value[]): readonly (string | readonly string[])[] => {
  let number = 0;
  const next = (): string => `${MARK}${(number += 1)}`;
  return values.map((value) => (isList(value) ? value.map(next) : next()));
};

/**
 * The statement that `build` makes, as a function of its books and values. `build` runs once for each combination of
 * list lengths and must not look at the values: it is given marks in their place.
 */
export const compiled = <V extends readonly Value[], Row>(
  build: (ctx: Tenant<Writer>, ...values: V) => Compilable<Row>,
): ((ctx: Tenant<Reader>, ...values: V) => Promise<QueryResult<Row>>) => {
  const shapes = new Map<string, Shape<Row>>();
  const compile = (db: Writer, values: V): Shape<Row> =>
    shapeOf(
      build({ db, entity: { id: `${MARK}0` } }, ...(marksFor(values) as readonly Value[] as V)).compile(),
    );
  const find = (db: Writer, values: V): Shape<Row> => {
    const lengths = values.filter(isList).map(({ length }) => length);
    if (lengths.some((length) => length > MAX_LIST)) return compile(db, values);
    const key = lengths.join();
    const shape = shapes.get(key) ?? compile(db, values);
    shapes.set(key, shape);
    return shape;
  };
  return (ctx, ...values) => {
    // A read context has a type that hides the builder's writes.
    const db = ctx.db as Writer;
    const entity_id = ctx.entity.id;
    if (entity_id === '') throw new Error('a compiled statement needs the id of an entity');
    const { query, parameters } = find(db, values);
    const numbered = [entity_id, ...values.flat()];
    const filled = parameters.map((of) => (typeof of === 'number' ? numbered[of] : of.fixed));
    return db.executeQuery<Row>({ ...query, parameters: filled });
  };
};

/** Runs a compiled statement for its first row. */
export const compiledFirst = <V extends readonly Value[], Row>(
  build: (ctx: Tenant<Writer>, ...values: V) => Compilable<Row>,
): ((ctx: Tenant<Reader>, ...values: V) => Promise<Row | undefined>) => {
  const run = compiled(build);
  return async (ctx, ...values) => (await run(ctx, ...values)).rows[0];
};
