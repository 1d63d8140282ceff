// What the tests of single tools share: refusals as tables, the state of the whole database, the usual records.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { type RawBuilder, sql } from 'kysely';
import { parse } from 'yaml';

import type { AnswerOf, InputOf, ToolName } from '../../generated/dispatch.ts';
import { type ErrorCode, ERRORS } from '../../generated/errors.ts';
import type { CounterpartyId } from '../../generated/ids.ts';
import type { WarningCode } from '../../generated/warnings.ts';
import type { Database } from '../../src/db/database.ts';
import { shorten, valueAtPath } from '../../src/base/arguments/places.ts';
import type { TestService } from '../support/service.ts';
import { callError } from '../support/wire.ts';

/** Titles a test of an error that a tool declares; `declared.test.ts` looks for these and misses none. */
export const declared = (_tool: ToolName, code: ErrorCode, title: string): string => `${title}: ${code}`;

/** The same for warnings. */
export const warned = (_tool: ToolName, code: WarningCode, title: string): string => `${title}: ${code}`;

/** Rows of each table. */
export const rowCounts = async ({ kysely }: Database): Promise<Record<string, number>> => {
  let counting = COUNTING.get(kysely);
  COUNTING.set(kysely, (counting ??= await countingOf(kysely)));
  const { rows } = await counting.execute(kysely);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
};

/** The statement of each database, which has the same tables as long as a test runs. */
const COUNTING = new WeakMap<Database['kysely'], Counting>();
type Counting = RawBuilder<{ readonly name: string; readonly n: number }>;

const countingOf = async (kysely: Database['kysely']): Promise<Counting> => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = database() and table_type = 'BASE TABLE' order by table_name`.execute(kysely);
  const counts = rows.map(({ name }) => `select '${name}' as name, count(*) as n from ${name}`);
  return sql.raw(counts.join(' union all '));
};

/** Runs the work, after which no table may have more or fewer rows than before. */
export const changingNothing = async <T>(database: Database, work: () => Promise<T>): Promise<T> => {
  const before = await rowCounts(database);
  const result = await work();
  assert.deepEqual(await rowCounts(database), before, 'nothing is stored');
  return result;
};

/** The codes that say in their own details what came; the others name the value of the parameter they are about. */
const SAY_WHAT_CAME = new Set(
  Object.entries(
    (parse(readFileSync('spec/errors.yaml', 'utf8')) as { errors: Record<string, { details?: object }> })
      .errors,
  )
    .filter(([, { details }]) => details !== undefined && 'received' in details)
    .map(([code]) => code),
);

/** An error's code and details, without what every error of that code says alike; that is checked here. */
export const factsOf = (error: Record<string, unknown>, args?: unknown): Record<string, unknown> => {
  const { type, message, hint, retryable, request_id, received, ...facts } = error;
  const code = facts['code'] as ErrorCode;
  assert.ok(Object.hasOwn(ERRORS, code), `${code} is declared`);
  assert.equal(type, ERRORS[code].type);
  assert.equal(retryable, ERRORS[code].retryable);
  assert.equal(typeof request_id, 'string');
  for (const text of [message, hint]) {
    assert.match(String(text), /^\S.*[.?]$/su, `${code} is told in sentences`);
    assert.doesNotMatch(String(text), /\{[a-z_]+\}/, `${code} has all its details`);
  }
  if (SAY_WHAT_CAME.has(code) || code === 'missing_parameter')
    return received === null ? facts : { ...facts, received };
  const sent = typeof facts['path'] === 'string' ? valueAtPath(args, facts['path']) : undefined;
  assert.deepEqual(received, sent === undefined ? null : shorten(sent), `${code} names what came`);
  return facts;
};

export type Caller = keyof TestService['keys'];

/** A call that must fail, told by its facts; nothing may have been stored. */
export const refused = async (
  service: TestService,
  as: Caller,
  tool: ToolName,
  args: unknown,
): Promise<Record<string, unknown>> =>
  factsOf(
    await changingNothing(service.database, () => callError(service.url, service.keys[as], tool, args)),
    args,
  );

export interface Refusal {
  readonly title: string;
  readonly as?: Caller;
  readonly args: unknown;
  readonly error: { readonly code: ErrorCode } & Readonly<Record<string, unknown>>;
}

/** A test for each call that must fail. */
export const refusals = (service: () => TestService, tool: ToolName, rows: readonly Refusal[]): void => {
  for (const { title, as = 'mx', args, error } of rows) {
    test(title, async () => assert.deepEqual(await refused(service(), as, tool, args), error));
  }
};

/** A call with arguments that the types forbid, or that clients send in another form; the answer of a success. */
export const callLoosely = <T extends ToolName>(
  service: TestService,
  as: Caller,
  tool: T,
  args: unknown,
): Promise<AnswerOf<T>> => service.client(service.keys[as]).call(tool, args as InputOf<T>);

/** What warnings say to a program. */
export const codesOf = (warnings: readonly { readonly code: string }[]): string[] =>
  warnings.map(({ code }) => code);

let made = 0;

/** An RFC of a company that no other call of this function has given; its check digit fits. */
export const newRfc = (): string => {
  made += 1;
  const initials = [made / 676, made / 26, made]
    .map((n) => String.fromCharCode(65 + (Math.floor(n) % 26)))
    .join('');
  const rfc = `${initials}200101AA`;
  const sum = [...` ${rfc}`].reduce((total, c, index) => total + ALPHABET.indexOf(c) * (13 - index), 0);
  const digit = 11 - (sum % 11);
  return `${rfc}${digit === 11 ? '0' : digit === 10 ? 'A' : String(digit)}`;
};
/** Of the check digit's rule: the value of a character is its place. */
const ALPHABET = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

export const addMexicanCustomer = async (
  service: TestService,
  name: string,
  args: Partial<InputOf<'create_counterparty'>> = {},
): Promise<CounterpartyId> => {
  const { id } = await service.client(service.keys.mx).create_counterparty({
    name,
    postal_code: '06600',
    country_details: { rfc: newRfc(), fiscal_regime_code: '601' },
    ...args,
  });
  return id;
};

export const addGermanCustomer = async (
  service: TestService,
  name: string,
  args: Partial<InputOf<'create_counterparty'>> = {},
): Promise<CounterpartyId> => {
  const { id } = await service.client(service.keys.de).create_counterparty({
    name,
    postal_code: '20457',
    country_details: { street: 'Am Sandtorkai 50', city: 'Hamburg' },
    ...args,
  });
  return id;
};
