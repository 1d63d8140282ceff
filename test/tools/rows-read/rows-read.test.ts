// No call reads the book: of a company with ten thousand records of each kind the server reads at most so many rows and index
// entries for it, whatever is asked for. They are counted by the server, so that they are the same on a busy machine.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createConnection } from 'mysql2/promise';

import { SERVICE } from '../../../generated/service.ts';
import type { ToolName } from '../../../generated/dispatch.ts';
import { PAGES } from '../../../src/console/routes.ts';
import { driverOptions } from '../../../src/db/pool.ts';
import { countReads, planOf } from '../../bench/lists-plans.ts';
import { statementsOf } from '../../bench/statements.ts';
import { doseOf } from '../../support/dose.ts';
import type { Check } from './answers.ts';
import { type Args, callsOf, laterPages, READING } from './calls.ts';
import { KNOWN, type Known, knownAs } from './known.ts';
import { openWorld, type World } from './world.ts';

/** Counting up to the exact total, with the row behind each entry of the index, and some pages. */
const MOST = 2_500;
/** For each row of a page, more; of an export what was settled of each document without money. */
const FOR_EACH = 10;
const FOR_EXPORTED = 1;
/** A text is looked for in records and in those of their counterparties, each as far as the exact total. */
const MOST_BY_TEXT = 5_000;
/** The pages for people show two lists, or one beside counts. */
const MOST_SHOWN = 5_000;
/** Of the calls with two filters at dose 1, always the same. */
const SHARE = 0.1;

let world: World;
let check: Check;
before(async () => {
  world = await openWorld();
  check = await world.readOracles();
});
after(() => world.close());

/** Which statement it was, and how the server answers it. */
const explain = async (work: () => Promise<unknown>): Promise<string> => {
  const statements = await statementsOf(work);
  const connection = await createConnection(driverOptions(world.address));
  try {
    let [worst, found] = [-1, ''];
    for (const statement of statements.filter(({ sql }) => sql.startsWith('select'))) {
      const reads = await countReads(connection, [statement]);
      if (reads <= worst) continue;
      const plan = (await planOf(connection, statement)).join('; ');
      [worst, found] = [reads, `${reads} of them by\n    ${statement.sql.slice(0, 700)}\n    ${plan}`];
    }
    return found;
  } finally {
    await connection.end();
  }
};

/** The most that a call of each has read. */
const needed = new Map<Known, number>();
const unanswered: ToolName[] = [];

/** What is wrong with the call, in words. */
const judge = async (
  what: string,
  args: Args,
  work: () => Promise<unknown>,
  found: string[],
): Promise<void> => {
  const { reads } = await world.counters.count(work);
  const { limit = 0 } = args;
  const least = args['query'] === undefined ? MOST : MOST_BY_TEXT;
  const rows = what.startsWith('export_')
    ? FOR_EXPORTED * SERVICE.limits.csv_page_rows
    : FOR_EACH * Number(limit);
  const most = what.startsWith('/') ? MOST_SHOWN : least + rows;
  if (reads <= most) return;
  const known = knownAs(what, args);
  if (known !== undefined) needed.set(known, Math.max(reads, needed.get(known) ?? 0));
  else found.push(`${what} ${JSON.stringify(args)} reads ${reads} rows, ${await explain(work)}`);
};

test('the book has ten thousand rows of each kind', async () => {
  for (const table of ['counterparty', 'invoice', 'invoice_line', 'bill', 'bill_line', 'payment', 'task'])
    assert.ok((await world.rowsOf(table)) >= 10_000, `rows of ${table}: ${await world.rowsOf(table)}`);
  for (const table of ['bank_statement', 'bank_transaction', 'ledger_entry', 'audit', 'received_document'])
    assert.ok((await world.rowsOf(table)) >= 10_000, `rows of ${table}: ${await world.rowsOf(table)}`);
  // Eight seconds where nothing else runs.
  console.log(`# made in ${Math.round(world.madeInMs)} ms`);
});

/** No oracle knows what a text finds, so that of what reads more by one the first call tells enough. */
const isTold = (tool: ToolName, args: Args): boolean => {
  const known = args['query'] === undefined ? undefined : knownAs(tool, args);
  return known !== undefined && needed.has(known);
};

const tryCall = async (tool: ToolName, args: Args, found: string[]): Promise<unknown> => {
  if (isTold(tool, args)) return undefined;
  let answer: unknown;
  const work = async (): Promise<void> => {
    const { isError, structuredContent } = await world.call(tool, args);
    answer = isError ? undefined : structuredContent;
  };
  await judge(tool, args, work, found);
  const wrong = answer === undefined ? undefined : check(tool, args, answer, new Date());
  if (wrong !== undefined) found.push(wrong);
  return answer;
};

for (const tool of READING) {
  test(`${tool} reads at most ${MOST} rows, whatever is asked for`, async () => {
    const schema = world.schemas.get(tool);
    assert.ok(schema !== undefined, `tools/list has ${tool}`);
    const { single, pairs } = callsOf(schema, world.findId);
    const found: string[] = [];
    let answered = 0;
    for (const args of single) {
      const answer = await tryCall(tool, args, found);
      if (answer !== undefined) answered += 1;
      for (const later of laterPages(args, answer)) await tryCall(tool, later, found);
    }
    const unknown = pairs.filter((args) => knownAs(tool, args) === undefined);
    for (const args of unknown.length === 0 ? [] : doseOf(unknown, SHARE, 1))
      await tryCall(tool, args, found);
    assert.deepEqual(found, []);
    if (answered === 0) unanswered.push(tool);
  });
}

/** What needs a link, another provider, or a record that only a filing makes. */
const ELSEWHERE = /:token|:organisation|\/(credit-notes|complements)\/:document|\/:document\/edit/;
const KINDS: Readonly<Record<string, string>> = {
  document: 'invc',
  bill: 'bill',
  payment: 'ipay',
  counterparty: 'ctpy',
  account: 'bacc',
  line: 'btxn',
  received: 'rdoc',
};

const addressOf = (path: string): string =>
  path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'company' || name === 'entity' ? world.books.large : (world.findId(KINDS[name] ?? name) ?? name),
  );

/** Lists of a company, and what their forms ask for. */
const FILTERED: readonly (readonly [list: string, filters: readonly Args[]])[] = [
  ['invoices', [{ status: 'overdue' }, { status: 'paid' }, { query: 'luna' }, { query: 'zq0042' }]],
  ['bills', [{ payment_status: 'unpaid' }, { status: 'validated' }, { query: 'luna' }]],
  ['counterparties', [{ role: 'supplier' }, { query: 'luna' }, { query: 'nadie' }]],
  ['inbox', [{ status: 'booked' }, { kind: 'unknown' }, { status: 'needs_review', kind: 'bill' }]],
  ['tasks', [{ overdue_only: true }, { status: 'completed' }]],
  ['ledger', [{ type: 'ar' }, { date_from: '2026-01-01' }]],
];

test(`a page reads at most ${MOST_SHOWN} rows`, async () => {
  const found: string[] = [];
  const shown: string[] = [];
  const open = async (path: string, args: Args): Promise<void> => {
    const asked = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)]));
    const address = `${addressOf(path)}?${asked.toString()}`;
    let status = 0;
    const work = async (): Promise<void> => {
      status = await world.page(address);
    };
    await judge(path, args, work, found);
    if (status === 200) shown.push(path);
  };
  for (const { path, show } of PAGES) if (show !== undefined && !ELSEWHERE.test(path)) await open(path, {});
  for (const [list, filters] of FILTERED)
    for (const args of filters) await open(`/companies/:company/${list}`, args);
  assert.deepEqual(found, []);
  assert.ok(shown.length > 40, `shown: ${shown.join(' ')}`);
});

/** Their records are made by a filing, by another key, or by what happens outside. */
const WITHOUT_RECORDS: readonly ToolName[] = [
  'get_cancellation_request',
  'get_credit_note',
  'get_document',
  'get_api_key_request',
  'list_webhook_deliveries',
];

test('the other tools have answered', () => {
  assert.deepEqual(
    unanswered.filter((tool) => !WITHOUT_RECORDS.includes(tool)),
    [],
  );
});

test('what is known to read more still does', () => {
  for (const [{ what, parameters = [], queries = [] }, reads] of needed)
    console.log(`# known: ${what} ${parameters.join()} ${queries.join()} reads ${reads} rows`);
  assert.deepEqual(
    // Of two parameters together not every pair is tried.
    KNOWN.filter(
      (known) => !needed.has(known) && known.beside === undefined && (known.parameters ?? []).length < 2,
    ),
    [],
  );
});
