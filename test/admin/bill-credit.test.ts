// Credit notes of suppliers that a person enters on a bill: what is owed falls, what was paid before it becomes credit, and
// what is refused says why.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { BillCreditNoteId, BillId, CounterpartyId } from '../../generated/ids.ts';
import { randomOf } from '../property/random.ts';
import { longDose, seedOf } from '../support/dose.ts';
import { addParty } from '../support/documents.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { adminOn } from './support.ts';

const NOW = new Date('2026-03-20T12:00:00Z');
const ANA = 'ana@example.org';
const BY = ['--by', ANA];

let service: TestService;
before(async () => {
  service = await startTestService();
  service.setNow(NOW);
  await admin().json(
    'member',
    'add',
    '--org',
    service.organisation_id,
    '--email',
    ANA,
    '--name',
    'Ana',
    '--role',
    'administrator',
  );
});
after(() => service.close());

const admin = () => adminOn(service.databaseUrl, NOW);
const client = () => service.client(service.keys.de);
const supplier = (name: string) => addParty(service.database, service.entities.de, name);

let numbers = 0;
const bill = async (who: CounterpartyId, facts: object = {}): Promise<BillId> => {
  numbers += 1;
  const { id } = await client().create_bill({
    counterparty_id: who,
    bill_number: `GB-${numbers}`,
    issue_date: '2026-03-01',
    line_items: [
      { description: 'Papier', unit_price: 1000, tax_rate: 19 },
      { description: 'Buch', unit_price: 200, tax_rate: 7 },
    ],
    ...facts,
  });
  return id;
};

const credit = (id: BillId, number: string, amount: number, ...more: string[]) =>
  admin().json(
    'bill',
    'credit',
    id,
    '--number',
    number,
    '--amount',
    String(amount),
    ...more,
    ...BY,
  ) as Promise<{
    readonly id: BillCreditNoteId;
    readonly status: string;
    readonly bill_id: string;
    readonly subtotal: number | null;
    readonly tax_total: number | null;
    readonly total: number;
    readonly line_items: readonly { readonly subtotal: number; readonly tax_amount: number }[];
  }>;
const refused = (id: BillId, number: string, amount: number, ...more: string[]) =>
  admin().refused('bill', 'credit', id, '--number', number, '--amount', String(amount), ...more, ...BY);
const reject = (id: string) => admin().json('bill-credit-note', 'reject', id, ...BY);

/** What is left to pay of the supplier's bills, and our credit with it. */
const standing = async (who: CounterpartyId): Promise<readonly [number, number]> => {
  const { data } = await client().list_counterparties({ role: 'supplier', limit: 50 });
  const [euro] = data.find(({ id }) => id === who)?.payable_balance ?? [];
  return [euro?.open ?? 0, euro?.credit ?? 0];
};

const requireSound = async (): Promise<void> =>
  assert.deepEqual(await ledgerDifferences(service.database, service.entities.de), []);

test('several credits on one bill take its taxes down in proportion, and a rejected one is owed again', async () => {
  const who = await supplier('Papier Lindner GmbH');
  const id = await bill(who);
  const first = await credit(id, 'GS-1', 140.4, '--issue-date', '2026-03-05', '--reason', 'Bruch');
  assert.deepEqual(
    [first.status, first.bill_id, first.total, first.subtotal, first.tax_total],
    ['received', id, 140.4, 120, 20.4],
  );
  assert.deepEqual(
    first.line_items.map(({ subtotal, tax_amount }) => [subtotal, tax_amount]),
    [
      [100, 19],
      [20, 1.4],
    ],
  );
  await credit(id, 'GS-2', 63.6);
  assert.deepEqual(await standing(who), [1200, 0]);
  await reject(first.id);
  assert.deepEqual(await standing(who), [1340.4, 0]);
  assert.equal((await credit(id, 'GS-1', 140.4)).tax_total, 20.4, 'the number is free again');
  await requireSound();
});

test('what was paid before the bill becomes credit of the supplier, and goes when the note is rejected', async () => {
  const who = await supplier('Anzahlung GmbH');
  const id = await bill(who, { prepaid_amount: 404 });
  assert.deepEqual(await standing(who), [1000, 0]);
  const whole = await credit(id, 'GS-3', 1304);
  assert.deepEqual(await standing(who), [0, 304]);
  assert.equal((await client().get_bill({ bill_id: id })).balance_due, 0);
  await requireSound();
  assert.match((await refused(id, 'GS-4', 100.01)).message, /100\.01 EUR is more than the 100 EUR of GB-/);
  await credit(id, 'GS-4', 100);
  assert.deepEqual(await standing(who), [0, 404]);
  await reject(whole.id);
  assert.deepEqual(await standing(who), [1000, 100]);
  await requireSound();
});

test('a credit on a bill that is paid frees the payment', async () => {
  const who = await supplier('Schon bezahlt GmbH');
  const id = await bill(who);
  await client().record_bill_payment({ bill_id: id, paid_on: '2026-03-10' });
  await credit(id, 'GS-5', 140.4);
  assert.deepEqual(await standing(who), [0, 140.4]);
  await requireSound();
});

test('a second run, another currency and a bill that is refused are told, and nothing is booked', async () => {
  const who = await supplier('Doppelt GmbH');
  const id = await bill(who);
  const { id: first } = await credit(id, 'GS-6', 10);
  const again = await refused(id, 'gs-6', 10);
  assert.match(again.message, new RegExp(`gs-6 is in the books already: ${first}`));
  assert.match(
    (await refused(id, 'GS-7', 10, '--currency', 'USD')).message,
    /in USD and the bill GB-\d+ in EUR/,
  );
  assert.match((await refused(id, 'GS-7', 0.001)).message, /decimals/);
  assert.match((await refused(id, 'GS-7', 2000)).message, /2000 EUR is more than the 1394 EUR/);
  const gone = await bill(who);
  await admin().json('bill', 'reject', gone, ...BY);
  assert.match((await refused(gone, 'GS-8', 10)).message, /its state is: rejected/);
  assert.deepEqual(await standing(who), [1394, 0]);
});

test('of a closed period it is posted on the first open day', async () => {
  const who = await supplier('Spät GmbH');
  const id = await bill(who, { issue_date: '2026-01-10' });
  const day = { date_from: '2026-01-01', date_to: '2026-01-31', counterparty_id: who, type: 'ap' } as const;
  await admin().json('entity', 'close', service.entities.de, '--through', '2026-01-31', ...BY);
  try {
    await credit(id, 'GS-9', 140.4, '--issue-date', '2026-01-20');
    const { currencies } = await client().generate_ledger({ ...day, date_to: '2026-02-01' });
    assert.deepEqual(
      currencies?.[0]?.entries.map(({ date, entry_type, debit }) => [date, entry_type, debit]),
      [
        ['2026-01-10', 'bill', 0],
        ['2026-02-01', 'bill_credit_note', 140.4],
      ],
    );
  } finally {
    await admin().json('entity', 'reopen', service.entities.de, '--from', '2026-01-01', ...BY);
  }
});

const seed = seedOf(import.meta.filename);
test('random bills, credits, payments and rejections equal a model to the cent', async () => {
  const random = randomOf(seed);
  const who = await supplier(`Modell ${seed} GmbH`);
  let owing = 0;
  let credited = 0;
  for (let round = 0; round < longDose(10); round += 1) {
    const nets = Array.from({ length: random.int(1, 3) }, () => random.int(100, 90_000));
    const rates = nets.map(() => random.pick([0, 7, 19] as const));
    const total = nets.reduce((sum, net, at) => sum + net + Math.round((net * (rates[at] ?? 0)) / 100), 0);
    const prepaid = random.int(0, 1) === 0 ? 0 : random.int(1, total);
    const id = await bill(who, {
      prepaid_amount: prepaid / 100,
      line_items: nets.map((net, at) => ({
        description: 'Ware',
        unit_price: net / 100,
        tax_rate: rates[at],
      })),
    });
    let [due, left, paid] = [total - prepaid, prepaid, 0];
    const made: { readonly id: string; readonly on: number; readonly excess: number }[] = [];
    const crediting = random.int(1, 3);
    for (let at = 0; at < crediting; at += 1) {
      const on = made.reduce((sum, each) => sum + each.on, 0);
      const open = due - on - paid;
      if (open > 0 && random.int(0, 2) === 0) {
        const part = random.int(1, open);
        await client().record_bill_payment({ bill_id: id, amount: part / 100, paid_on: '2026-03-10' });
        paid += part;
      }
      const most = due - on + left;
      if (most <= 0) continue;
      const minor = random.int(0, 3) === 0 ? most : random.int(1, most);
      const note = await credit(id, `R-${seed}-${round}-${at}`, minor / 100);
      const [subtotal, tax] = [note.subtotal ?? minor / 100, note.tax_total ?? 0];
      assert.equal(Math.round((subtotal + tax) * 100), minor);
      const excess = Math.max(0, minor - (due - on));
      left -= excess;
      made.push({ id: note.id, on: minor - excess, excess });
      const over = Math.max(0, on + minor - excess + paid - due);
      paid -= over;
      credited += over + excess;
    }
    const [first] = made;
    if (first !== undefined && random.int(0, 2) === 0) {
      await reject(first.id);
      credited -= first.excess;
      made.shift();
    }
    owing += due - paid - made.reduce((sum, { on }) => sum + on, 0);
    const [open, free] = await standing(who);
    assert.deepEqual([Math.round(open * 100), Math.round(free * 100)], [owing, credited], `round ${round}`);
  }
  await requireSound();
});
