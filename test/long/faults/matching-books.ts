// Books for a long matching run: so many lines that settle an invoice each beyond doubt, some paid twice, some of
// nobody; written in bulk.
import type { BankAccountId } from '../../../generated/ids.ts';
import { newId } from '../../../src/db/ids.ts';
import { toInstant } from '../../../src/db/instant.ts';
import { scoped } from '../../../src/db/scoped.ts';
import { inTransaction } from '../../../src/db/transaction.ts';
import { countOpen } from '../../../src/domain/documents/shared/open-months.ts';
import { invoiceFiled } from '../../../src/domain/documents/invoices/write-filing.ts';
import { post } from '../../../src/domain/money/ledger/post.ts';
import { addDays, asDay } from '../../../src/base/time/day.ts';
import type { Random } from '../../property/random.ts';
import { addParty } from '../../support/documents.ts';
import type { TestService } from '../../support/service.ts';
import { addAccount } from '../../tools/bank/support.ts';

export interface MatchingBooks {
  readonly account: BankAccountId;
  readonly lines: number;
}

const PLACES = 'Xaltepec Zacualpan Tlalnepantla Orizaba Huamantla Apizaco Teziutlan Perote Cholula Atlixco';
const TRADES = 'Ferreteria Papeleria Farmacia Transportes Imprenta Maderera';

interface Party {
  readonly id: string;
  readonly name: string;
}

const addParties = async ({ database, entities }: TestService): Promise<readonly Party[]> => {
  const parties: Party[] = [];
  for (const trade of TRADES.split(' '))
    for (const place of PLACES.split(' ')) {
      const name = `${trade} ${place}`;
      parties.push({ id: await addParty(database, entities.mx, `${name} SA de CV`), name });
    }
  return parties;
};

interface Sale {
  readonly id: string;
  readonly party: Party;
  readonly number: string;
  readonly minor: number;
  readonly issued: string;
}

const FIRST = asDay('2026-01-05');

const makeSales = (random: Random, parties: readonly Party[], count: number): readonly Sale[] =>
  Array.from({ length: count }, (_, index) => ({
    id: newId('InvoiceId'),
    party: random.pick(parties),
    number: String(20_000 + index),
    // No amount twice: what is sure is to be sure.
    minor: 150_000 + index * 1_237 + random.int(0, 999),
    issued: addDays(FIRST, random.int(0, 30)),
  }));

const CHUNK = 300;

const inChunks = async <T>(rows: readonly T[], work: (chunk: readonly T[]) => Promise<unknown>) => {
  for (let start = 0; start < rows.length; start += CHUNK) await work(rows.slice(start, start + CHUNK));
};

const invoiceRow = ({ id, party, number, minor, issued }: Sale, now: string) => ({
  id,
  counterparty_id: party.id,
  series: 'A',
  number,
  status: 'filed' as const,
  internal_status: 'filed',
  title: null,
  issue_date: asDay(issued),
  due_date: addDays(asDay(issued), 30),
  payment_terms_days: 30,
  currency: 'MXN',
  exchange_rate: null,
  exchange_rate_date: null,
  exchange_rate_source: null,
  subtotal_minor: minor,
  tax_minor: 0,
  total_minor: minor,
  paid_minor: 0,
  credited_minor: 0,
  presettled_minor: 0,
  balance_minor: minor,
  open: true,
  notes: null,
  external_id: null,
  tax_breakdown: '[]',
  country_details: '{}',
  filing_status: 'filed' as const,
  filing: '{}',
  created_at: now,
  updated_at: now,
});

const STATEMENT = newId('BankStatementId');

const lineRow = (account: string, index: number, now: string, facts: LineFacts) => ({
  id: newId('BankTransactionId'),
  bank_account_id: account,
  bank_statement_id: STATEMENT,
  statement_line: index + 1,
  transaction_type: 'credit' as const,
  currency: 'MXN',
  reference: null,
  balance_minor: null,
  match_status: 'unmatched' as const,
  fingerprint: index.toString().padStart(64, '0'),
  occurrence: 1,
  text_norm: facts.description.toLowerCase(),
  transfer_peer_id: null,
  transfer_status: null,
  matched_at: null,
  created_at: now,
  updated_at: now,
  ...facts,
});

interface LineFacts {
  readonly date: string;
  readonly amount_minor: number;
  readonly description: string;
  readonly counterparty_hint: string | null;
}

const lineOf = ({ party, number, minor, issued }: Sale, days: number): LineFacts => ({
  date: addDays(asDay(issued), days),
  amount_minor: minor,
  description: `SPEI RECIBIDO 0${number}771 014 ${party.name.toUpperCase()} PAGO FACTURA A-${number} MBAN01002503${number}0065 REF ${number}8812`,
  counterparty_hint: party.name.toUpperCase(),
});

export const addMatchingBooks = async (
  service: TestService,
  random: Random,
  sure: number,
): Promise<MatchingBooks> => {
  const { database, entities } = service;
  const account = await addAccount(service, entities.mx);
  const sales = makeSales(random, await addParties(service), sure);
  const facts = [
    ...sales.map((sale) => lineOf(sale, random.int(5, 28))),
    // Paid twice, and paid by nobody known.
    ...sales.slice(0, Math.floor(sure / 40)).map((sale) => lineOf(sale, 30)),
    ...Array.from({ length: Math.floor(sure / 40) }, (_, index) => ({
      date: addDays(FIRST, random.int(0, 50)),
      amount_minor: 991 + index,
      description: 'COMISION POR MANEJO DE CUENTA',
      counterparty_hint: null,
    })),
  ];
  const now = toInstant(new Date());
  const entity = { id: entities.mx };
  await inTransaction(database, async (db) => {
    const ctx = { db, entity, now: new Date() };
    await inChunks(sales, async (chunk) => {
      const rows = chunk.map((sale) => invoiceRow(sale, now));
      await scoped(ctx, 'invoice').insert(rows).execute();
      await post(ctx, rows.map(invoiceFiled));
      await countOpen(
        ctx,
        rows.map((after) => ({ kind: 'invoice', before: null, after })),
      );
    });
    await inChunks(
      facts.map((each, index) => lineRow(account, index, now, each)),
      (chunk) => scoped(ctx, 'bank_transaction').insert(chunk).execute(),
    );
  });
  return { account, lines: facts.length };
};
