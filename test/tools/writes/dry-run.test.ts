// A dry run answers what the call would, and leaves the whole database as it was.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { TOOL_NAMES, type ToolName, TOOLS } from '../../../generated/dispatch.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { type Database, openDatabase } from '../../../src/db/database.ts';
import { addParties, type Parties } from '../../concurrency/books.ts';
import { type Rivals, startRivals } from '../../concurrency/rivals.ts';
import { databaseState } from '../../isolation/database-state.ts';
import { type Course, newKey, raceOf } from '../../races/tools.ts';
import { addKey } from '../../support/books.ts';
import { type Counters, countersOf } from '../../support/counters.ts';
import { callTool, post } from '../../support/wire.ts';
import { withoutComparing } from '../../support/written.ts';
import { addAccount } from '../bank/support.ts';
import { changingNothing, declared } from '../support.ts';

const DRY: readonly ToolName[] = TOOL_NAMES.filter((tool) => TOOLS[tool].dryRun);
const ZEROS = /[a-z]{4}_0{26}/;
const ANY_ID = /[a-z]{4}_[0-9a-hjkmnp-tv-z]{26}/g;

const NOW = new Date('2026-03-10T18:00:00Z');

let rivals: Rivals;
let counters: Counters;
/** Looks at all tables over connections that the service never uses. */
let onlooker: Database;
let course: Course;
let parties: Parties;
before(async () => {
  rivals = await startRivals();
  const { service, entity } = rivals;
  service.setNow(NOW);
  counters = countersOf(parseDatabaseUrl(service.databaseUrl));
  onlooker = await openDatabase(parseDatabaseUrl(service.databaseUrl), { connections: 1 });
  parties = await addParties(rivals);
  const key = await newKey(rivals);
  course = {
    rivals,
    parties,
    accounts: [
      await addAccount(service, entity.id),
      await addAccount(service, entity.id, { name: 'Ahorro' }),
    ],
    // Nothing here is credited or cancelled.
    stamped: [parties.customer as never, parties.customer as never],
    key,
    client: service.client(key.secret),
    entity_id: service.entities.mx,
  };
});
after(async () => {
  await onlooker.close();
  await rivals.close();
});

type Answer = Record<string, unknown>;

const call = (tool: ToolName, args: object, key?: string) =>
  callTool(
    rivals.service.url,
    course.key.secret,
    tool,
    { entity_id: course.entity_id, ...args },
    key === undefined ? {} : { 'Idempotency-Key': key },
  );

const answerOf = async (tool: ToolName, args: object, key?: string): Promise<Answer> => {
  const { isError, content, structuredContent } = await call(tool, args, key);
  assert.equal(isError, false, content[0]?.text);
  return structuredContent ?? {};
};

const errorOf = async (tool: ToolName, args: object, key?: string): Promise<Answer> => {
  const { isError, content } = await call(tool, args, key);
  assert.equal(isError, true, `${tool} is refused`);
  const { request_id: _id, ...error } = (JSON.parse(content[0]?.text ?? '') as { error: Answer }).error;
  return error;
};

/** Runs the work, after which every table holds what it held. */
const leavingAll = async <T>(work: () => Promise<T>): Promise<T> => {
  const held = await databaseState(onlooker);
  const result = await work();
  assert.deepEqual(await databaseState(onlooker), held, 'nothing is written');
  return result;
};

const dry = (tool: ToolName, args: object, key?: string): Promise<Answer> =>
  leavingAll(() => answerOf(tool, { ...args, dry_run: true }, key));

/** An answer whose ids of what the call made are those of a dry run. */
const asTold = (real: Answer, told: Answer): Answer => {
  const known = new Set(JSON.stringify(told).match(ANY_ID));
  const text = JSON.stringify(real).replaceAll(ANY_ID, (id) =>
    known.has(id) ? id : `${id.slice(0, 5)}${'0'.repeat(26)}`,
  );
  // What is said of a request that is not made is all that differs.
  const { message, next } = told;
  const said = message === undefined ? {} : { message, next };
  return { ...(JSON.parse(text) as Answer), ...said, dry_run: true };
};

test('seven tools have a dry run', () => {
  assert.deepEqual(DRY.toSorted(), [
    'confirm_bank_match',
    'create_bill',
    'create_counterparty',
    'create_invoice',
    'record_bill_payment',
    'record_invoice_payment',
    'submit_invoice',
  ]);
});

describe('a dry run', () => {
  for (const tool of DRY) {
    test(`of ${tool} writes nothing, and tells what the call then answers`, async () => {
      const args = await raceOf(tool).args(course);
      const told = await dry(tool, args);
      assert.equal(told['dry_run'], true);
      assert.deepEqual(await dry(tool, args), told, 'another tells the same');
      const real = await answerOf(tool, args);
      assert.equal(Object.hasOwn(real, 'dry_run'), false);
      assert.deepEqual(told, asTold(real, told));
      assert.match(JSON.stringify(told), ZEROS, 'what would be made has ids of zeros');
    });

    test(`of ${tool} costs no key, and is refused where the key was used`, async () => {
      const args = await raceOf(tool).args(course);
      const key = `dry-${tool}`;
      const told = await dry(tool, args, key);
      assert.equal(told['idempotent_replay'], false);
      const real = await answerOf(tool, args, key);
      assert.equal(real['idempotent_replay'], false, 'the key was free');
      assert.deepEqual(told, asTold(real, told));
      assert.deepEqual(await dry(tool, args, key), { ...real, idempotent_replay: true, dry_run: true });
      const title = tool === 'create_invoice' ? { title: 'Otra' } : {};
      const other = { ...(await raceOf(tool).args(course)), ...title };
      const error = await leavingAll(() => errorOf(tool, { ...other, dry_run: true }, key));
      assert.equal(error['code'], 'idempotency_key_reused');
      assert.deepEqual(await errorOf(tool, other, key), error);
    });

    test(`of ${tool} sends no more statements than the call`, async () => {
      const count = async (given: object): Promise<number> => {
        await answerOf('list_tasks', {});
        return (await counters.count(() => withoutComparing(() => answerOf(tool, given)))).statements;
      };
      const args = await raceOf(tool).args(course);
      await answerOf(tool, await raceOf(tool).args(course));
      const dryCount = await count({ ...args, dry_run: true });
      const realCount = await count(args);
      assert.ok(dryCount <= realCount, `${dryCount} beside ${realCount}`);
    });
  }

  test('that is false is the call itself', async () => {
    const args = await raceOf('create_invoice').args(course);
    const made = await answerOf('create_invoice', { ...args, dry_run: false }, 'not-dry');
    assert.equal(Object.hasOwn(made, 'dry_run'), false);
    const again = await answerOf('create_invoice', args, 'not-dry');
    assert.deepEqual(again, { ...made, idempotent_replay: true });
  });

  test('under a key that has lapsed leaves it as it is', async () => {
    const args = await raceOf('create_invoice').args(course);
    await answerOf('create_invoice', args, 'lapsed');
    const { service } = rivals;
    service.setNow(new Date('2026-03-12T18:00:00Z'));
    const told = await dry('create_invoice', args, 'lapsed').finally(() => service.setNow(NOW));
    assert.equal(told['idempotent_replay'], false);
  });

  const refusals: readonly (readonly [ToolName, string, () => Promise<object>])[] = [
    ['record_invoice_payment', 'payment_exceeds_balance', async () => ({ ...(await unpaid()), amount: 9e6 })],
    ['submit_invoice', 'invoice_not_draft', unpaid],
    [
      'create_invoice',
      'counterparty_not_found',
      async () => ({ counterparty_id: NOBODY, line_items: LINES }),
    ],
    ['create_bill', 'missing_parameter', async () => ({ line_items: LINES })],
    ['create_counterparty', 'counterparty_duplicate', twice],
  ];
  async function unpaid(): Promise<object> {
    return raceOf('record_invoice_payment').args(course);
  }
  async function twice(): Promise<object> {
    const args = await raceOf('create_counterparty').args(course);
    await answerOf('create_counterparty', args);
    return args;
  }
  for (const [tool, code, args] of refusals) {
    test(`of ${tool} is refused as the call is: ${code}`, async () => {
      const given = await args();
      const error = await leavingAll(() => errorOf(tool, { ...given, dry_run: true }));
      assert.equal(error['code'], code);
      assert.deepEqual(error, await errorOf(tool, given));
    });
  }

  test('needs the scope of the call', async () => {
    const { service } = rivals;
    const key = await addKey(service.database, service.organisation_id, {
      entity_id: service.entities.mx,
      scopes: ['invoices:read'],
    });
    const params = {
      name: 'create_invoice',
      arguments: { ...(await raceOf('create_invoice').args(course)), dry_run: true },
    };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { status } = await leavingAll(() => post(service.url, key, message));
    assert.equal(status, 403);
  });

  test('says of a request that nobody was asked', async () => {
    const told = await dry('submit_invoice', await raceOf('submit_invoice').args(course));
    assert.match(String(told['message']), /nobody was asked/);
    assert.match(String(told['approval_request_id']), /^aprv_0{26}$/);
  });

  test('tells a request that is made already as it is', async () => {
    const args = await raceOf('submit_invoice').args(course);
    const { approval_request_id } = await answerOf('submit_invoice', args);
    const told = await dry('submit_invoice', args);
    assert.equal(told['approval_request_id'], approval_request_id);
  });
});

const LINES = [{ description: 'Flete', unit_price: 10 }];
const NOBODY = `ctpy_${'0'.repeat(25)}1`;

describe('the id of a dry run', () => {
  const id = (prefix: string): string => `${prefix}_${'0'.repeat(26)}`;
  const title = declared('get_invoice', 'dry_run_id', 'is refused by its name');
  test(title, async () => {
    const error = await changingNothing(rivals.service.database, () =>
      errorOf('get_invoice', { invoice_id: id('invc') }),
    );
    assert.equal(error['code'], 'dry_run_id');
    assert.equal(error['path'], 'invoice_id');
    assert.equal(error['received'], id('invc'));
    assert.match(String(error['hint']), /without dry_run/);
  });

  const PLACES: readonly (readonly [ToolName, object, string])[] = [
    ['submit_invoice', { invoice_id: id('invc') }, 'invoice_id'],
    ['submit_invoice', { invoice_id: id('bill') }, 'invoice_id'],
    ['submit_invoice', { invoice_id: ` ${id('invc').toUpperCase()} `, dry_run: true }, 'invoice_id'],
    ['create_invoice', { counterparty_id: id('ctpy'), line_items: LINES }, 'counterparty_id'],
    ['search', { query: id('invc') }, 'query'],
    [
      'confirm_bank_match',
      { transaction_id: id('btxn'), allocations: [{ matched_record_id: id('invc') }] },
      'transaction_id',
    ],
  ];
  for (const [tool, args, path] of PLACES) {
    test(`is refused of ${tool} in ${JSON.stringify(args).slice(0, 60)}`, async () => {
      const error = await errorOf(tool, args);
      assert.equal(error['code'], 'dry_run_id');
      assert.equal(error['path'], path);
    });
  }

  test('is told in each place where it stands, with all else that is wrong', async () => {
    const { faults } = await errorOf('confirm_bank_match', {
      transaction_id: id('btxn'),
      allocations: [{ matched_record_id: id('invc'), amount: 'ten' }],
    });
    const told = (faults as readonly { code: string; path: string }[]).map(({ code, path }) => [path, code]);
    assert.deepEqual(told.slice(0, 2), [
      ['transaction_id', 'dry_run_id'],
      ['allocations[0].matched_record_id', 'dry_run_id'],
    ]);
    assert.ok(told.length > 2);
  });

  test('may stand within a text', async () => {
    const { id: made } = await answerOf('create_invoice', {
      counterparty_id: parties.customer,
      line_items: LINES,
      notes: `as ${id('invc')} told`,
    });
    assert.match(String(made), /^invc_/);
  });
});
