// Statements that are built and compiled once; from then on only their values change. For those of frequent calls:
// building a query and compiling it costs about as much as sending it and reading its rows.
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Reader, Writer } from './database.ts';
import { markSure } from './held.ts';
import type { Tenant } from './scoped.ts';
import { refuseWrite } from './trail/read-write.ts';

export type Value = string | number | boolean | null | readonly string[];

/** A text that no value has. The numbers count the values, an array's one by one; the entity is number 0. */
const MARK = '\u0000value ';

interface Text<Row> {
  readonly query: CompiledQuery<Row>;
  /** A number stands for the value of that number. */
  readonly parameters: readonly (number | { readonly fixed: unknown })[];
}

/** Statements with longer lists are rare, and each length is a text of its own. */
const MAX_LIST = 16;

/** Far more than callers ask for; beyond it the oldest go. */
const MAX_TEXTS = 500;

const textOf = <Row>(query: CompiledQuery<Row>): Text<Row> => {
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

type Run<A extends readonly unknown[], Row> = (ctx: Tenant<Reader>, ...given: A) => Promise<QueryResult<Row>>;

/**
 * The statement of a list, whose text depends on what is asked: `shape` says all that it depends on, in members of JSON,
 * and each shape is built once. `build` must take nothing else from its caller, and must not look at the values: it is
 * given marks in their place.
 */
export const shaped = <S extends object, V extends readonly Value[], Row>(
  build: (ctx: Tenant<Writer>, shape: S, ...values: V) => Compilable<Row>,
  finish = (query: CompiledQuery<Row>): CompiledQuery<Row> => query,
): Run<readonly [shape: S, ...values: V], Row> => {
  const texts = new Map<string, Text<Row>>();
  const compile = (db: Writer, shape: S, values: V): Text<Row> =>
    textOf(
      build(
        { db, entity: { id: `${MARK}0` } },
        shape,
        ...(marksFor(values) as readonly Value[] as V),
      ).compile(),
    );
  const find = (db: Writer, shape: S, values: V): Text<Row> => {
    const lengths = values.filter(isList).map(({ length }) => length);
    if (lengths.some((length) => length > MAX_LIST)) return compile(db, shape, values);
    const key = shape === NO_SHAPE ? lengths.join() : JSON.stringify([shape, lengths]);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = compile(db, shape, values);
    const [oldest] = texts.keys();
    if (texts.size >= MAX_TEXTS && oldest !== undefined) texts.delete(oldest);
    texts.set(key, text);
    return text;
  };
  return (ctx, shape, ...values) => {
    // A read context has a type that hides the builder's writes.
    const db = ctx.db as Writer;
    const entity_id = ctx.entity.id;
    if (entity_id === '') throw new Error('a compiled statement needs the id of an entity');
    const { query, parameters } = find(db, shape, values);
    const numbered = [entity_id, ...values.flat()];
    const filled = parameters.map((of) => (typeof of === 'number' ? numbered[of] : of.fixed));
    return db.executeQuery<Row>(finish({ ...query, parameters: filled }));
  };
};

/** An update of one row, with its two ways: with an answer, and for a row that is known to be there; see `known-rows.ts`. */
export const shapedSure = <S extends object, V extends readonly Value[], Row>(
  build: (ctx: Tenant<Writer>, shape: S, ...values: V) => Compilable<Row>,
) => ({ update: shaped(build), sure: shaped(build, markSure) });

const NO_SHAPE: object = {};

/**
 * The statement that `build` makes, as a function of its books and values. `build` runs once for each combination of
 * list lengths and must not look at the values: it is given marks in their place.
 */
export const compiled = <V extends readonly Value[], Row>(
  build: (ctx: Tenant<Writer>, ...values: V) => Compilable<Row>,
): Run<V, Row> => {
  const run = shaped<object, V, Row>((ctx, _shape, ...values) => build(ctx, ...values));
  return (ctx, ...values) => run(ctx, NO_SHAPE, ...values);
};

/** Runs a compiled statement for its first row. */
export const compiledFirst = <V extends readonly Value[], Row>(
  build: (ctx: Tenant<Writer>, ...values: V) => Compilable<Row>,
): ((ctx: Tenant<Reader>, ...values: V) => Promise<Row | undefined>) => {
  const run = compiled(build);
  return async (ctx, ...values) => (await run(ctx, ...values)).rows[0];
};
