// 20,000 aliases: a page of them, the explanation of a line and a confirm read no more than with ten; and a run knows the one
// that it needs. Aliases that begin with the same word are among them.
import { countersOf } from '../../support/counters.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { BankAccountId, BankTransactionId, BillId, CounterpartyId } from '../../../generated/ids.ts';
import { parseDatabaseUrl } from '../../../src/base/database-address.ts';
import { newId } from '../../../src/db/ids.ts';
import { addBill, addParty } from '../../support/documents.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { addAccount, addLine, NOW } from '../bank/support.ts';

const MANY = 20_000;
const OF_EACH = 100;
const AT_ONCE = 1_000;
/** A page counts as many that follow it, and few more rows are read. */
const COUNTED = 1_100;

let service: TestService;
let account: BankAccountId;
let payee: CounterpartyId;
let paid: BankTransactionId;
let record: BillId;

const LETTERS = 'bcdfghjklm';
const wordOf = (number: number): string =>
  [...String(number)].map((digit) => `${LETTERS[Number(digit)]}a`).join('');

const fill = async (): Promise<void> => {
  const { kysely } = service.database;
  const at = '2026-03-01 18:00:00.000';
  let owner = payee;
  for (let from = 0; from < MANY; from += AT_ONCE) {
    const rows = [];
    for (let number = from; number < from + AT_ONCE; number += 1) {
      if (number % OF_EACH === 0)
        owner = await addParty(service.database, service.entities.mx, `Proveedora ${wordOf(number)}n`);
      const value = `cobro ${wordOf(number)}z`;
      rows.push({
        entity_id: service.entities.mx,
        id: newId('CounterpartyAliasId'),
        counterparty_id: owner,
        kind: 'text' as const,
        value,
        value_key: value,
        lesson: null,
        created_at: at,
        updated_at: at,
      });
    }
    await kysely.insertInto('counterparty_alias').values(rows).execute();
  }
};

before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(NOW);
  account = await addAccount(service, service.entities.mx);
  payee = await addParty(service.database, service.entities.mx, 'Abastecedora Tajín');
  record = await addBill(service.database, service.entities.mx, {
    counterparty_id: payee,
    total: '7413.00',
    issue_date: '2026-02-20',
    due_date: '2026-03-02',
  });
  paid = (await addLine(service, service.entities.mx, account, {
    amount_minor: 741_300,
    transaction_type: 'debit',
    description: 'CARGO COBRO QUETZALI 0042',
  })) as BankTransactionId;
  await service
    .client(service.keys.mx)
    .create_counterparty_alias({ counterparty_id: payee, kind: 'text', value: 'cobro quetzali' });
});
after(() => service.close());

const client = () => service.client(service.keys.mx);
const ACTS = {
  list: () => client().list_counterparty_aliases({ limit: 50 }),
  explain: () => client().explain_bank_transaction({ transaction_id: paid }),
  confirm: () =>
    client().confirm_bank_match({ transaction_id: paid, matched_record_id: record, dry_run: true }),
};

test('no more is read of 20,000 than of a few, and a run finds the one', async (t) => {
  const counters = countersOf(parseDatabaseUrl(service.databaseUrl));
  const counted = async () => {
    const found = new Map<string, { readonly statements: number; readonly reads: number }>();
    for (const [name, act] of Object.entries(ACTS)) {
      await act();
      // What the service reads by itself now and then, keys for one, only adds.
      const counts = [await counters.count(act), await counters.count(act), await counters.count(act)];
      found.set(name, {
        statements: Math.min(...counts.map(({ statements }) => statements)),
        reads: Math.min(...counts.map(({ reads }) => reads)),
      });
    }
    return found;
  };
  const few = await counted();
  await fill();
  const many = await counted();
  for (const [name, { statements, reads }] of many) {
    const before = few.get(name) ?? assert.fail(name);
    t.diagnostic(
      `${name}: ${before.statements} -> ${statements} statements, ${before.reads} -> ${reads} rows`,
    );
    // A page that is not the last one counts how many there are.
    assert.ok(
      statements <= before.statements + 1,
      `${name}: ${statements} statements, ${before.statements} before`,
    );
    assert.ok(reads <= before.reads + COUNTED, `${name}: ${reads} rows, ${before.reads} before`);
  }
  const { near_documents } = await client().explain_bank_transaction({ transaction_id: paid });
  assert.match(near_documents[0]?.speaks_for.join(' ') ?? '', /The line has cobro quetzali, taught for/);
  await client().run_ai_matching({ bank_account_id: account });
  const { data } = await client().search_bank_transactions({ bank_account_id: account });
  assert.equal(data[0]?.match_status, 'confirmed');
});
