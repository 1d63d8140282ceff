// Confirm, split, close, undo, reverse, return, reject, learn, unlearn, teach, merge: in random order and in both countries,
// through the wire. After each flow what is owed, the ledger, the statement, credit notes, aliases and the trail are a model's.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from 'kysely';
import type { BillId, InvoiceId } from '../../generated/ids.ts';
import { unequalAccount } from '../../src/domain/bank/transactions/store/sums.ts';
import { dose, seedOf } from '../support/dose.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { openFlow, service, usingFlowBooks, wire } from './flows/books.ts';
import type { Flow } from './flows/model.ts';
import * as money from './flows/money-acts.ts';
import * as teaching from './flows/teach-acts.ts';

usingFlowBooks();

type Act = (flow: Flow) => Promise<void>;

/** Each as often as it stands here. */
const ACTS: readonly Act[] = [
  money.payWhole,
  money.payPart,
  money.paySplit,
  money.payClosed,
  money.payClosed,
  money.refuseCause,
  money.undo,
  money.undo,
  money.reverse,
  money.giveBack,
  money.giveBack,
  money.undoReturn,
  money.credit,
  money.setAside,
  teaching.learn,
  teaching.learn,
  teaching.learn,
  teaching.confuse,
  teaching.runMatcher,
  teaching.runMatcher,
  teaching.reject,
  teaching.accept,
  teaching.teach,
  teaching.teachTwin,
  teaching.edit,
  teaching.remove,
];

const FLOWS = 10;
const STEPS = 14;
const MERGED = 0.3;

const checkDocuments = async (flow: Flow, told: string): Promise<void> => {
  const client = wire(flow.side);
  for (const [id, minor] of flow.owed) {
    const { balance_due } = id.startsWith('inv')
      ? await client.get_invoice({ invoice_id: id as InvoiceId })
      : await client.get_bill({ bill_id: id as BillId });
    assert.equal(Math.round(balance_due * 100), minor, `${id} ${told}`);
  }
  const sumOf = (prefix: string): number =>
    [...flow.owed].reduce((sum, [id, minor]) => sum + (id.startsWith(prefix) ? minor : 0), 0);
  for (const [type, prefix, parties] of [
    ['ar', 'inv', [flow.customer]],
    ['ap', 'bill', [flow.payee, ...(flow.twin === null ? [] : [flow.twin])]],
  ] as const) {
    let closing = 0;
    for (const counterparty_id of parties) {
      const { currencies } = await client.generate_ledger({ counterparty_id, type });
      closing += Math.abs(currencies?.[0]?.closing_balance ?? 0);
    }
    assert.equal(Math.round(closing * 100), sumOf(prefix), `${type} ${told}`);
  }
};

const checkStatement = async (flow: Flow, told: string): Promise<void> => {
  const client = wire(flow.side);
  const { data } = await client.search_bank_transactions({ bank_account_id: flow.account, limit: 50 });
  assert.deepEqual(
    Object.fromEntries(data.map(({ id, match_status }) => [id, match_status])),
    Object.fromEntries([...flow.lines].map(([id, { status }]) => [id, status])),
    told,
  );
  for (const { id, matches } of data) {
    const match = flow.matches.find((each) => each.line === id);
    assert.deepEqual(
      matches.map(({ matched_record_id }) => matched_record_id).toSorted(),
      [...(match?.settled.keys() ?? [])].toSorted(),
      `${id} ${told}`,
    );
  }
};

const checkAliases = async (flow: Flow, told: string): Promise<void> => {
  const parties = [flow.payee, ...(flow.twin === null ? [] : [flow.twin])];
  const found = [];
  for (const counterparty_id of parties)
    for (const each of (await wire(flow.side).list_counterparty_aliases({ counterparty_id })).data)
      found.push(`${each.value.toLowerCase()} ${each.counterparty_id} ${each.learned}`);
  const expected = [...flow.aliases].flatMap(([text, alias]) =>
    alias === null ? [] : [`${text} ${alias.party} ${alias.learned}`],
  );
  assert.deepEqual(found.toSorted(), expected.toSorted(), told);
};

const checkKept = async (flow: Flow, told: string): Promise<void> => {
  const { kysely, reader } = service.database;
  const entity_id = service.entities[flow.side];
  const notes = await kysely
    .selectFrom('credit_note')
    .select(['record_id', 'total_minor'])
    .where('entity_id', '=', entity_id)
    .where('counterparty_id', '=', flow.customer)
    .execute();
  assert.deepEqual(
    new Map(notes.map(({ record_id, total_minor }) => [record_id, total_minor])),
    new Map(flow.credited),
    told,
  );
  assert.equal(await unequalAccount({ db: reader, entity: { id: entity_id } }), null, told);
};

/** One request of the trail for each call, one event for each change of a line, one row for each change of an alias. */
const checkTrail = async (flow: Flow, since: string, told: string): Promise<void> => {
  const { kysely } = service.database;
  const entity_id = service.entities[flow.side];
  const calls = await kysely
    .selectFrom('audit')
    .select(['action', sql<number>`count(distinct request_id)`.as('n')])
    .where('entity_id', '=', entity_id)
    .where(sql<boolean>`id > ${since}`)
    .where('action', 'in', [...flow.calls.keys(), ''])
    .groupBy('action')
    .execute();
  assert.deepEqual(new Map(calls.map(({ action, n }) => [action, Number(n)])), flow.calls, told);
  const parties = [flow.payee, ...(flow.twin === null ? [] : [flow.twin])];
  if (flow.told.includes('merge')) return;
  const [changes] = await kysely
    .selectFrom('audit')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('entity_id', '=', entity_id)
    .where('record_id', 'in', parties)
    .where(sql<boolean>`json_contains_path(\`after\`, 'one', '$.alias')`)
    .execute();
  assert.equal(Number(changes?.n), flow.changes, told);
  const [events] = await kysely
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('entity_id', '=', entity_id)
    .where('record_id', 'in', parties)
    .where('type', '=', 'counterparty.updated')
    .execute();
  assert.equal(Number(events?.n), flow.changes, told);
};

const lastAudit = async (): Promise<string> => {
  const row = await service.database.kysely
    .selectFrom('audit')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? '';
};

const play = async (flow: Flow): Promise<void> => {
  const merges = flow.random.chance(MERGED) ? flow.random.int(0, STEPS - 1) : -1;
  for (let step = 0; step < STEPS; step += 1) {
    if (step === merges) await money.mergeTwin(flow);
    await flow.random.pick(ACTS)(flow);
  }
};

test('the books equal those of a model, whatever the order', async () => {
  const first = seedOf(import.meta.filename);
  for (let seed = first; seed < first + dose(FLOWS); seed += 1) {
    const side = seed % 2 === 0 ? 'mx' : 'de';
    const flow = await openFlow(seed, side);
    const since: string = await lastAudit();
    const told = (): string => `SEED=${seed} ${side}: ${flow.told.join(' ')}`;
    try {
      await play(flow);
    } catch (error) {
      throw new Error(told(), { cause: error });
    }
    await checkDocuments(flow, told());
    await checkStatement(flow, told());
    await checkAliases(flow, told());
    await checkKept(flow, told());
    await checkTrail(flow, since, told());
    assert.deepEqual(await ledgerDifferences(service.database, service.entities[side]), [], told());
  }
});
