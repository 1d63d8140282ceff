// Random credit notes, payments, set-offs and cancellations: the ledger equals the balances of the documents after each,
// no tax is credited beyond the invoice, and what is credited whole is closed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { InvoiceId } from '../../generated/ids.ts';
import { ToolError } from '../../src/base/errors.ts';
import { decimal, sumOf, toText } from '../../src/base/money/decimal.ts';
import { draftCreditNote } from '../../src/domain/documents/credit-notes/draft.ts';
import { findNotesOn } from '../../src/domain/documents/credit-notes/store/notes.ts';
import { cancelNow, fileNow } from '../support/file-now.ts';
import { listNaming } from '../../src/domain/filing/void.ts';
import { loadInvoice } from '../../src/domain/documents/invoices/store/whole.ts';
import { applyPayment } from '../../src/domain/documents/payments/apply.ts';
import { recordInvoicePayment } from '../../src/domain/documents/payments/record-invoice-payment.ts';
import { ledgerDifferences } from '../support/identities.ts';
import { type TestBooks, openBooks } from '../support/scope.ts';
import { type TestService, startTestService } from '../support/service.ts';
import { addGermanCustomer, addMexicanCustomer, callLoosely } from '../tools/support.ts';
import { type Random, randomOf } from './random.ts';
import { longDose, seedOf } from '../support/dose.ts';

const SEED = seedOf(import.meta.filename);
const STEPS = longDose(25);

let service: TestService;
before(async () => {
  service = await startTestService({ database: 'own' });
  service.setNow(new Date('2026-03-10T18:00:00Z'));
});
after(() => service.close());

interface World {
  readonly side: 'mx' | 'de';
  readonly books: TestBooks;
  readonly random: Random;
  readonly customer: string;
  readonly invoices: InvoiceId[];
  readonly payments: string[];
}

const priceOf = (random: Random): number => random.int(1, 200_000) / 100;

/** What makes the taxes of lines differ. */
const TAXES = {
  de: [{ tax_rate: 19 }, { tax_rate: 7 }],
  mx: [
    {},
    {},
    { tax_rate: 0 },
    { exempt: true },
    { excise: { rate: 8 } },
    {
      withholdings: [
        { tax: 'ISR', rate: 10 },
        { tax: 'IVA', rate: 10.6667 },
      ],
    },
    { withholdings: [{ tax: 'ISR', rate: 1.25 }] },
  ],
} as const;

const addInvoice = async ({ side, books, random, customer, invoices }: World): Promise<void> => {
  const { id } = await callLoosely(service, side, 'create_invoice', {
    counterparty_id: customer,
    ...(side === 'de' ? { country_details: { buyer_reference: 'PO-7' } } : {}),
    line_items: Array.from({ length: random.int(1, 4) }, (_, index) => ({
      description: `Producto ${index}`,
      quantity: random.pick([1, 2, 3, 7.5]),
      unit_price: priceOf(random),
      ...(random.chance(0.3) ? { discount: { percent: random.pick([5, 12.5]) } } : {}),
      country_details: random.pick<object>(TAXES[side]),
    })),
    ...(side === 'de' && random.chance(0.3) ? { allowances: [{ percent: 3, reason: 'Rabatt' }] } : {}),
  });
  await books.write((ctx) => fileNow(ctx, id));
  invoices.push(id);
};

const credit = async ({ books, random, invoices }: World): Promise<void> => {
  const id = random.pick(invoices);
  const record = await loadInvoice(books.reading, id);
  const lines = record?.lines ?? [];
  const request = random.pick([
    {},
    { reason: 'discount' as const },
    { amount: random.int(1, Math.max(1, record?.header.total_minor ?? 1)) / 100 },
    { amount: random.int(1, 5_000) / 100 },
    { lines: [{ line: random.int(1, lines.length), quantity: random.pick([0.5, 1, 2]) }] },
    { lines: lines.map((_, index) => ({ line: index + 1 })) },
    { lines: [{ line: random.int(1, lines.length), amount: random.int(1, 3_000) / 100 }] },
  ]);
  const { result } = await books.write((ctx) => draftCreditNote(ctx, id, request));
  if (random.chance(0.1)) return;
  await books.write((ctx) => fileNow(ctx, result.header.id));
};

const pay = async ({ books, random, invoices, payments }: World): Promise<void> => {
  const amount = random.chance(0.5) ? {} : { amount: random.int(1, 100_000) / 100 };
  const invoice_id = random.pick(invoices);
  const { result } = await books.write((ctx) =>
    recordInvoicePayment(ctx, { invoice_id, payment_method: 'wire_transfer', ...amount }),
  );
  payments.push(result.payment.id);
};

const apply = async ({ books, random, invoices, payments }: World): Promise<void> => {
  if (payments.length === 0) return;
  const facts = { invoiceId: random.pick(invoices), given: undefined };
  await books.write((ctx) => applyPayment(ctx, random.pick(payments), facts));
};

const cancelNote = async ({ books, random, invoices }: World): Promise<void> => {
  const notes = await findNotesOn(books.reading, random.pick(invoices));
  const filed = notes.filter(({ status }) => status === 'filed');
  if (filed.length > 0) await books.write((ctx) => cancelNow(ctx, random.pick(filed).id));
};

const cancelInvoice = async ({ books, random, invoices }: World): Promise<void> => {
  const id = random.pick(invoices);
  const record = await loadInvoice(books.reading, id);
  const named = await listNaming(books.reading, id);
  if (named.length === 0 && record?.header.status === 'filed') await books.write((ctx) => cancelNow(ctx, id));
};

const LEAST_CREDITS = 6;

const STEP_KINDS = [addInvoice, credit, credit, credit, pay, pay, apply, cancelNote, cancelInvoice];

/** What notes credit of an invoice is never more than the invoice, in all and for each tax. */
const checkTaxes = async ({ books, invoices }: World): Promise<void> => {
  for (const id of invoices) {
    const record = await loadInvoice(books.reading, id);
    if (record === undefined || record.header.status === 'void') continue;
    const { header } = record;
    const notes = (await findNotesOn(books.reading, id)).filter(({ status }) => status === 'filed');
    assert.ok(header.credited_minor <= header.total_minor);
    assert.equal(
      notes.reduce((sum, { total_minor }) => sum + total_minor, 0),
      header.credited_minor,
    );
    for (const row of header.tax_breakdown) {
      const bases = notes.flatMap(({ content }) =>
        content.tax_breakdown.filter(
          ({ rate, category, factor }) =>
            rate === row.rate && category === row.category && factor === row.factor,
        ),
      );
      const credited = sumOf(bases.map(({ base }) => decimal(base)));
      const excess = credited.minus(decimal(row.base));
      // The rounded bases of several notes may together exceed that of the invoice by their rounding.
      assert.ok(excess.lte(decimal(String(notes.length)).times(decimal('0.005'))), toText(excess));
    }
    for (const { content } of notes)
      for (const { rate, category } of content.tax_breakdown)
        assert.ok(header.tax_breakdown.some((row) => row.rate === rate && row.category === category));
    if (header.status === 'reversed') assert.equal(header.balance_minor, 0);
  }
};

describe('random credit notes, payments and cancellations', () => {
  for (const side of ['mx', 'de'] as const) {
    test(side, async (t) => {
      const random = randomOf(SEED);
      const customer = await (side === 'mx'
        ? addMexicanCustomer(service, 'CAFE LUNA')
        : addGermanCustomer(service, 'Nordwind Energie GmbH', {
            country_details: { vat_id: 'DE136695976', street: 'Am Sandtorkai 50', city: 'Hamburg' },
          }));
      const books = await openBooks(service.database, service.organisation_id, service.entities[side]);
      const world: World = { side, books, random, customer, invoices: [], payments: [] };
      await addInvoice(world);
      const done: Record<string, number> = {};
      const credits = (): number => done['credit'] ?? 0;
      // Further, where chance has refused most credits.
      for (
        let step = 0;
        step < STEPS || (credits() < LEAST_CREDITS && step < Math.max(480, 4 * STEPS));
        step += 1
      ) {
        const work = random.pick(STEP_KINDS);
        try {
          await work(world);
          done[work.name] = (done[work.name] ?? 0) + 1;
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
        }
        assert.deepEqual(await ledgerDifferences(service.database, service.entities[side]), [], work.name);
      }
      await checkTaxes(world);
      t.diagnostic(JSON.stringify(done));
      assert.ok(credits() >= LEAST_CREDITS);
    });
  }
});
