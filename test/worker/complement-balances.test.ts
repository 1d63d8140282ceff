// For random payments, credits, reversals and cancellations: the balances of each complement are those of the ledger.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeEach, test } from 'node:test';
import type { Outcome, Submission } from '../../src/einvoicing/filing.ts';
import { checkCfdi } from '../../src/sandbox/cfdi-check/check.ts';
import { callLoosely } from '../tools/support.ts';
import { ANA, until } from '../support/office.ts';
import { randomOf } from '../property/random.ts';
import { now, office, provider, service, start, usingProvider } from './provider.ts';
import { longDose, seedOf } from '../support/dose.ts';

usingProvider();

// oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields that it expects
type Loose = any;

const STEPS = longDose(6);
const random = randomOf(seedOf(import.meta.filename));

const checked = async ({ document }: Submission): Promise<Outcome> => {
  const isComplement = document.bytes.includes('TipoDeComprobante="P"');
  const [issue] = isComplement ? checkCfdi(document.bytes) : [];
  if (issue !== undefined)
    return {
      kind: 'rejected',
      faults: [{ code: issue.rule, message: issue.message, path: null, fix: null, source: 'authority' }],
    };
  const id = randomUUID().toUpperCase();
  return { kind: 'accepted', id, at: now(), document: document.bytes, evidence: {} };
};
beforeEach(() => {
  provider.send = checked;
  provider.recover = checked;
});

/** Nothing is being filed, delivered or cancelled any more. */
const idle = (): Promise<unknown> =>
  until(
    () =>
      service.database.kysely
        .selectFrom('outbox')
        .select('id')
        .where('open', '=', true)
        .where('kind', '!=', 'expire')
        .execute(),
    (rows) => rows.length === 0,
  );

const listed = async (invoice: string): Promise<Loose[]> =>
  (await office.admin.json('complement', 'list', `--entity=${service.entities.mx}`)).filter((row: Loose) =>
    row.invoices.some(({ invoice_id }: Loose) => invoice_id === invoice),
  );

/** Those that stand: neither cancelled nor about to be replaced. */
const standing = async (invoice: string): Promise<Loose[]> => {
  const live = (await listed(invoice)).filter(({ status }) => status !== 'void');
  const replaced = new Set(live.map(({ replaces }) => replaces));
  return live
    .filter(({ id }) => !replaced.has(id))
    .toSorted((a, b) => a.invoices[0].installment - b.invoices[0].installment);
};

const approve = async (approval: string): Promise<void> => {
  await office.admin.json('approval', 'approve', approval, `--by=${ANA}`, '--wait=0');
  await idle();
};

/** Each payment that counts, with the balance before and after it, from the entries of the ledger alone. */
const ledgerChain = async (invoice: string) => {
  const { kysely } = service.database;
  const entries = await kysely
    .selectFrom('ledger_entry')
    .select(['id', 'entry_type', 'record_id', 'debit_minor', 'credit_minor'])
    .where('document_id', '=', invoice)
    .orderBy('id')
    .execute();
  const reversed = new Set(
    entries.filter(({ entry_type }) => entry_type === 'reversal').map(({ record_id }) => record_id),
  );
  const chain: { payment: string; before: number; after: number }[] = [];
  let balance = 0;
  for (const { entry_type, record_id, debit_minor, credit_minor } of entries) {
    // A payment that was taken back counts nowhere; a credit note does until its cancellation is booked.
    if (record_id.startsWith('ipay_') && reversed.has(record_id)) continue;
    const before = balance;
    balance += debit_minor - credit_minor;
    if (entry_type === 'invoice_payment') chain.push({ payment: record_id, before, after: balance });
  }
  return chain;
};

const compare = async (invoice: string): Promise<void> => {
  const expected = (await ledgerChain(invoice)).map(({ payment, before, after }, index) => [
    payment,
    index + 1,
    before / 100,
    after / 100,
  ]);
  const found = (await standing(invoice)).map(({ payment_id, invoices: [entry] }) => [
    payment_id,
    entry.installment,
    entry.balance_before,
    entry.balance_after,
  ]);
  assert.deepEqual(found, expected);
};

const notes: string[] = [];

const OPERATIONS: Readonly<Record<string, (invoice: string) => Promise<void>>> = {
  pay: async (invoice) => {
    const { balance_due } = await office.get('mx', invoice);
    if (balance_due <= 1) return;
    const amount = random.int(1, Math.max(1, Math.floor(balance_due * 40))) / 100;
    await callLoosely(service, 'mx', 'record_invoice_payment', { invoice_id: invoice, amount });
  },
  file: async (invoice) => {
    const waiting = (await standing(invoice)).filter(({ filing }) => filing.status === 'awaiting_approval');
    if (waiting.length > 0) await approve(random.pick(waiting).approval_id);
  },
  credit: async (invoice) => {
    const { balance_due } = await office.get('mx', invoice);
    if (balance_due <= 10) return;
    const amount = random.int(100, Math.floor(balance_due * 30)) / 100;
    const { out, code } = await office.admin.run(
      'invoice',
      'credit',
      invoice,
      `--amount=${amount}`,
      `--by=${ANA}`,
      '--json',
    );
    if (code !== 0) return;
    const { id, approval_id } = JSON.parse(out) as { id: string; approval_id: string };
    await approve(approval_id);
    notes.push(id);
  },
  cancel: async () => {
    const note = notes.shift();
    if (note === undefined) return;
    await office.admin.run('invoice', 'void', note, '--reason=02', `--by=${ANA}`, '--wait=0');
    await idle();
  },
  reverse: async (invoice) => {
    const all = await standing(invoice);
    if (all.length === 0) return;
    const { payment_id } = random.pick(all);
    await office.admin.run('payment', 'reverse', payment_id, '--reason=Equivocado', `--by=${ANA}`, '--json');
    await idle();
  },
};

test(`${STEPS} steps of random books`, { timeout: 300_000 }, async () => {
  start();
  const invoices: string[] = [];
  for (const price of [1_000, 333.33]) {
    const { id } = await office.approved('mx', {
      country_details: { payment_method: 'PPD' },
      line_items: [
        { description: 'Servicio', unit_price: price },
        { description: 'Libros', unit_price: 99.99, country_details: { tax_rate: 0 } },
      ],
    });
    await office.settled('mx', id);
    invoices.push(id);
  }
  await idle();
  const done: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const name = random.pick(['pay', 'pay', 'pay', 'file', 'file', 'credit', 'cancel', 'reverse']);
    const invoice = random.pick(invoices);
    await OPERATIONS[name]?.(invoice);
    await idle();
    done.push(name);
    for (const each of invoices) await compare(each);
  }
  const rejected = await service.database.kysely
    .selectFrom('complement')
    .select(['id', 'filing'])
    .where('filing_status', '=', 'failed')
    .execute();
  assert.deepEqual(rejected, [], done.join(' '));
});
