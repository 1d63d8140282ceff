// What must hold once a month is over, whatever was sold: every view of the books says the same, numbers have no gap, each
// filed document stands by itself, and the doctor finds nothing.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scoped } from '../../../src/db/scoped.ts';
import { readPayments } from '../../../src/einvoicing/mx-cfdi/payment/read.ts';
import { readXmlBytes } from '../../../src/einvoicing/xml/read.ts';
import { checkCfdi } from '../../../src/sandbox/cfdi-check/check.ts';
import { checkUbl } from '../../../src/sandbox/ubl-check/check.ts';
import { verifyCfdi } from '../../property/cfdi/verify.ts';
import { walkCsv, walkLedger, walkList } from '../../property/reading.ts';
import { checkArithmetic } from '../../property/ubl/arithmetic.ts';
import { checkOrder } from '../../property/ubl/order.ts';
import { readXml } from '../../property/ubl/reading.ts';
import { ledgerDifferences } from '../../support/identities.ts';
import { upTo } from '../../support/office.ts';
import { checkAllStates } from '../../support/trail-states.ts';
import type { Answer, Company, Month } from './month.ts';
import { sameFields } from '../../support/same-fields.ts';

const cents = (amount: number): number => Math.round(amount * 100);

const sumByCurrency = (rows: readonly Answer[], field: string): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[row['currency']] = (sums[row['currency']] ?? 0) + cents(row[field]);
  return sums;
};

const OPEN = ['pending', 'overdue', 'partially_paid'];

/** Search, single answers, summary, export and ledger; what a customer has paid too much stands in the ledger alone. */
export const checkViews = async (
  { service }: Month,
  company: Company,
  credit: Record<string, number>,
): Promise<Answer[]> => {
  const client = service.client(company.key);
  const found: Answer[] = await walkList((page) => client.search_invoices({ ...page, limit: 7 }));
  const invoices: Answer[] = [];
  for (const row of found) {
    const invoice = await company.get(row['id']);
    for (const field of Object.keys(row).filter((name) => name in invoice))
      assert.deepEqual(row[field], sameFields(row[field], invoice[field]), `${field} of ${invoice['folio']}`);
    invoices.push(invoice);
    if (invoice['folio'] === null) continue;
    const hits = await company.call('search', { query: invoice['folio'], types: ['invoices'] });
    const hit = hits['data'].find(({ id }: Answer) => id === invoice['id']);
    assert.deepEqual([hit?.amount, hit?.status], [invoice['total'], invoice['display_status']]);
  }
  const exported = await walkCsv((page) => client.export_invoices(page));
  const byId = new Map(exported.map((row) => [row['invoice_id'] ?? row['id'], row]));
  for (const { id, total, balance_due, folio } of invoices) {
    const row = byId.get(id);
    assert.deepEqual([Number(row?.['total']), Number(row?.['balance_due'])], [total, balance_due], folio);
  }
  assert.equal(exported.length, invoices.length);
  const owed = sumByCurrency(
    invoices.filter(({ display_status }) => OPEN.includes(display_status)),
    'balance_due',
  );
  const { receivable } = await client.get_payment_summary();
  assert.deepEqual(sumByCurrency([...receivable], 'outstanding'), owed);
  const ledger = await walkLedger(client, { type: 'ar' });
  for (const [currency, { closing }] of ledger)
    assert.equal(
      cents(closing),
      (owed[currency] ?? 0) - cents(credit[currency] ?? 0),
      `ledger in ${currency}`,
    );
  assert.deepEqual(await ledgerDifferences(service.database, company.entity), []);
  return invoices;
};

/** Numbers of everything that was filed in each series: 1, 2, 3 … */
export const checkNumbers = async (
  { service }: Month,
  { entity }: Company,
): Promise<Record<string, number>> => {
  const tenant = { db: service.database.reader, entity: { id: entity } };
  const numbers = new Map<string, number[]>();
  for (const table of ['invoice', 'credit_note', 'complement'] as const) {
    const rows = await scoped(tenant, table)
      .select()
      .select(['series', 'number', 'status'])
      .where('status', '<>', 'draft')
      .execute();
    for (const { series, number } of rows)
      numbers.set(`${series}`, [...(numbers.get(`${series}`) ?? []), Number(number)]);
  }
  for (const [series, own] of numbers)
    assert.deepEqual(
      own.toSorted((a, b) => a - b),
      upTo(own.length),
      `series ${series}`,
    );
  return Object.fromEntries([...numbers].map(([series, own]) => [series, own.length]));
};

export const checkMexicanDocument = (xml: string): void => {
  assert.deepEqual(checkCfdi(Buffer.from(xml)), []);
  if (!xml.includes('TipoDeComprobante="P"')) verifyCfdi(xml);
};

/** `invoice`: its answer, without charges; a credit note has none. */
export const checkUblDocument = (xml: string, invoice?: Answer): void => {
  assert.deepEqual(checkUbl(Buffer.from(xml)), []);
  const document = readXml(xml);
  checkOrder(document);
  if (invoice === undefined) return;
  const { line_items, allowances, prepaid_amount } = invoice;
  checkArithmetic(document, 2, {
    lines: line_items.map(({ discount_amount: amount }: Answer) => ({
      discount: amount === 0 ? undefined : { amount },
    })),
    allowances: allowances.map(({ amount }: Answer) => ({ amount })),
    prepaid_amount,
  });
};

/** What a complement tells the authority against what was owed by the payments in their order. */
export const checkComplement = (
  xml: string,
  complement: Answer,
  owedBefore: ReadonlyMap<string, number>,
): void => {
  const documents = readPayments(readXmlBytes(Buffer.from(xml)))?.payments.flatMap(
    (payment) => payment.documents,
  );
  assert.equal(documents?.length, complement['invoices'].length);
  for (const [index, entry] of complement['invoices'].entries()) {
    const { balanceBefore, paid, balanceAfter, installment } = documents?.[index] ?? assert.fail();
    assert.deepEqual([balanceBefore, paid, balanceAfter, installment].map(Number), [
      entry.balance_before,
      entry.paid,
      entry.balance_after,
      entry.installment,
    ]);
    assert.equal(cents(entry.balance_before), owedBefore.get(`${entry.invoice_id} ${entry.installment}`));
  }
};

const BOOKS = ['migrations', 'certificates', 'filings', 'deliveries', 'credit notes', 'complements'];

/** The doctor's findings but those of the machine and its network, and what the month left in the trail. */
export const checkDoctor = async ({ admin, service }: Month): Promise<void> => {
  await checkAllStates(service.database);
  const checks = (await admin('doctor')) as readonly Answer[];
  assert.deepEqual(
    BOOKS.map((name) => checks.find(({ check }) => check === name)?.['status']),
    BOOKS.map(() => 'OK'),
    JSON.stringify(checks),
  );
};

/** Keeps the PDFs for who wants to look at them: `JOURNEY_PDFS=<folder> npm test -- journeys`. */
export const keepPdfs = async ({ pdf }: Month, name: string, ids: readonly string[]): Promise<void> => {
  const folder = process.env['JOURNEY_PDFS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const [index, id] of ids.entries())
    writeFileSync(join(folder, `${name}-${String(index + 1).padStart(2, '0')}.pdf`), await pdf(id));
};
