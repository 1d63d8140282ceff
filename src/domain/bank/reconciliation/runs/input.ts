// Reads everything that the matcher needs to know of an entity, once per run.
import type { PortableInput, RateRow } from '../../../../matching/portable.ts';
import type { MatchDecided, MatchDocument, MatchLine } from '../../../../matching/types.ts';
import { decimal, toNumber } from '../../../../base/money/decimal.ts';
import { basisOf, readTerms, toDiscounts } from '../../../documents/payments/causes.ts';
import { getUuid } from '../../../documents/shared/filing.ts';
import type { ReadScope } from '../../../ground/change/scope.ts';
import { addDays, asDay } from '../../../../base/time/day.ts';
import { type BankAccountRecord, allAccounts } from '../../../money/bank-accounts/store.ts';
import {
  contestingLines,
  idsWithStatus,
  settledLines,
  unmatchedLines,
} from '../../transactions/store/matching.ts';
import { waitingLegs } from '../../transfers/waiting.ts';
import { bundledRates } from '../../../money/exchange-rates/bundled.ts';
import { BUNDLED_DAYS } from '../../../money/exchange-rates/bundled-rates.ts';
import {
  allParties,
  type BillRow,
  billsSince,
  type InvoiceRow,
  invoicesSince,
  ratesSince,
} from '../store/books.ts';
import { differenceLimit } from '../describe.ts';
import { aliasesToMatch } from '../../aliases/to-match.ts';
import { countLessons, teachingLines } from '../../aliases/store/lessons.ts';
import { settledBy } from '../store/matches.ts';
import { lastBegun } from '../store/runs.ts';
import { allUnlinkedPayments } from '../store/payments.ts';
import { findPaid } from '../returned.ts';
import { toLine } from './to-line.ts';
import { readRejections } from '../store/suggestions.ts';

/** Closed documents are known so that their numbers are recognised; older ones are not written on payments any more. */
const CLOSED_DAYS = 400;
/** Around the lines: a return comes within days, a recorded payment too. */
const AROUND_DAYS = 30;
/** Decided lines contest with those of the same weeks: so far back, and no more of them. */
const CONTEST_DAYS = 90;
const MAX_CONTESTING = 10_000;

export interface Loaded {
  readonly input: PortableInput;
  /** Unmatched too, but legs of transfers that wait for link_transfer: no payments of documents. */
  readonly legs: readonly string[];
  readonly undecided: Undecided;
}

/** What a run answers for: the lines that are not decided, a waiting suggestion too, and the pairs that were rejected. */
export interface Undecided {
  readonly ids: readonly string[];
  readonly rejected: PortableInput['rejected'];
}

export const readUndecided = async (ctx: ReadScope, accountId: string): Promise<Undecided> => {
  const ids = await idsWithStatus(ctx, accountId, ['unmatched', 'suggested']);
  return { ids, rejected: await readRejected(ctx, new Set(ids)) };
};

export const loadInput = async (ctx: ReadScope, account: BankAccountRecord): Promise<Loaded> => {
  // Read in one statement: what the run answers for is exactly what it has looked at.
  const rows = await unmatchedLines(ctx, account.id);
  const legs = await waitingLegs(ctx, rows);
  const asked = rows.filter(({ id }) => !legs.has(id));
  const begun = await lastBegun(ctx, account.id);
  const leftAlone = asked.flatMap(({ id, created_at }) => (begun !== null && created_at < begun ? [id] : []));
  const waiting = await idsWithStatus(ctx, account.id, ['suggested']);
  const ids = [...new Set([...rows.map(({ id }) => id), ...waiting])];
  const rejected = await readRejected(ctx, new Set(ids));
  return {
    input: await inputFor(ctx, account, asked.map(toLine), { begun, leftAlone, rejected }),
    legs: [...legs],
    undecided: { ids, rejected },
  };
};

interface Earlier {
  /** When the account's last run began. */
  readonly begun: string | null;
  readonly leftAlone: readonly string[];
  readonly rejected: PortableInput['rejected'];
}

const inputFor = async (
  ctx: ReadScope,
  account: BankAccountRecord,
  lines: readonly MatchLine[],
  { begun, leftAlone, rejected }: Earlier,
): Promise<PortableInput> => {
  const days = lines.map(({ date }) => date).toSorted();
  const first = asDay(days[0] ?? ctx.today);
  const last = asDay(days.at(-1) ?? ctx.today);
  const [from, to] = [addDays(first, -AROUND_DAYS), addDays(last, AROUND_DAYS)];
  const accounts = await allAccounts(ctx);
  const parties = await allParties(ctx);
  const documents = await readDocuments(ctx, addDays(first, -CLOSED_DAYS), {
    begun,
    agreed: new Map(parties.map(({ id, payment_terms }) => [id, payment_terms])),
  });
  return {
    country: ctx.entity.country_code,
    currency: account.currency,
    ownNames: [ctx.entity.name],
    ownAccounts: accounts.flatMap(({ clabe, iban }) => [clabe, iban].filter((each) => each !== null)),
    lines,
    leftAlone,
    decided: lines.length === 0 ? [] : await readDecided(ctx, addDays(first, -CONTEST_DAYS)),
    differenceLimitMinor: await differenceLimit(ctx, account.currency),
    otherLines: (await settledLines(ctx, account.id, from, to)).map(toLine),
    documents,
    parties: parties.map(({ id, name, tax_id }) => ({ id, name, taxId: tax_id })),
    payments: await readPayments(ctx, from, to),
    paid: await findPaid(ctx, account.id, lines),
    memory: await readMemory(ctx),
    ...(await aliasesToMatch(ctx, begun)),
    rejected,
    rates: await readRates(ctx, account.currency, documents, addDays(first, -2 * AROUND_DAYS)),
  };
};

type Settled = Awaited<ReturnType<typeof settledBy>>[number];

const readDecided = async (ctx: ReadScope, since: string): Promise<readonly MatchDecided[]> => {
  const lines = await contestingLines(ctx, since, MAX_CONTESTING);
  const confirmed = lines.filter(({ match_status }) => match_status === 'confirmed');
  const matches = new Map<string, Settled[]>();
  for (const match of await settledBy(
    ctx,
    confirmed.map(({ id }) => id),
  ))
    matches.set(match.bank_transaction_id, [...(matches.get(match.bank_transaction_id) ?? []), match]);
  const byHand = new Set(
    [...matches].flatMap(([id, own]) => (own.some(({ source }) => source !== 'ai') ? [id] : [])),
  );
  const teaching = await teachingLines(ctx, [...byHand]);
  return lines.flatMap((line) => {
    const own = matches.get(line.id) ?? [];
    if (own.length === 0 && line.match_status === 'confirmed') return [];
    return [
      {
        line: toLine(line),
        allocations: own.map(({ record_id, amount_minor }) => ({
          documentId: record_id,
          amountMinor: amount_minor,
        })),
        byHand: byHand.has(line.id),
        isForgotten: byHand.has(line.id) && !teaching.has(line.id),
      },
    ];
  });
};

const readDocuments = async (
  ctx: ReadScope,
  closedSince: string,
  { begun, agreed }: { readonly begun: string | null; readonly agreed: ReadonlyMap<string, string | null> },
): Promise<readonly MatchDocument[]> => {
  const invoices = await invoicesSince(ctx, closedSince);
  const bills = await billsSince(ctx, closedSince);
  return toDocuments({ invoices, bills }, begun, agreed);
};

/** `begun`: when the account's last run began. */
export const toDocuments = (
  { invoices, bills }: { readonly invoices: readonly InvoiceRow[]; readonly bills: readonly BillRow[] },
  begun: string | null,
  agreed: ReadonlyMap<string, string | null> = new Map(),
): readonly MatchDocument[] => {
  const toDocument = documentSince(begun);
  return [
    ...invoices.map((row) => ({
      ...toDocument(row),
      type: 'invoice' as const,
      number: row.number,
      uuid: getUuid(row),
      ...discountsOf(row, agreed.get(row.counterparty_id) ?? null),
    })),
    ...bills.map((row) => ({
      ...toDocument(row),
      type: 'bill' as const,
      number: row.bill_number,
      uuid: row.uuid,
      ...discountsOf(row, agreed.get(row.counterparty_id) ?? null),
    })),
  ];
};

/** Its own before what was agreed with the customer or supplier. */
const discountsOf = (
  {
    open,
    discount_terms,
    currency,
    balance_minor,
  }: Pick<BillRow, 'open' | 'discount_terms' | 'currency' | 'balance_minor'>,
  agreed: string | null,
): Pick<MatchDocument, 'discounts'> => {
  if (!open) return {};
  const own = toDiscounts(parseTerms(discount_terms));
  const discounts = own.length > 0 ? own : readTerms(agreed);
  return discounts.length === 0
    ? {}
    : {
        discounts: discounts.map(({ percent, days, base }) => ({
          percent: toNumber(percent),
          days,
          ...(base === undefined ? {} : { baseMinor: basisOf({ base }, balance_minor, currency) }),
        })),
      };
};

const parseTerms = (stored: string | null): Parameters<typeof toDiscounts>[0] =>
  stored === null ? [] : (JSON.parse(stored) ?? []);

type DocumentRow = Omit<BillRow, 'bill_number' | 'discount_terms' | 'uuid'>;

const documentSince = (begun: string | null) => (row: DocumentRow) => ({
  enteredSince: begun !== null && row.created_at >= begun,
  id: row.id,
  partyId: row.counterparty_id,
  series: row.series,
  title: row.title,
  currency: row.currency,
  totalMinor: row.total_minor,
  balanceMinor: row.balance_minor,
  issueDate: row.issue_date,
  dueDate: row.due_date,
  open: row.open,
});

const readPayments = async (ctx: ReadScope, from: string, to: string): Promise<PortableInput['payments']> =>
  (await allUnlinkedPayments(ctx, from, to)).map((row) => ({
    id: row.id,
    type: row.type,
    partyId: row.counterparty_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    date: row.paid_on,
    reference: row.reference,
    documentIds: row.record_ids,
  }));

const readMemory = async (ctx: ReadScope): Promise<PortableInput['memory']> =>
  (await countLessons(ctx)).flatMap(({ kind, value, counterparty_id, times, by_hand }) =>
    // A text that names nobody counts as an alias alone, once it is one.
    kind === 'text' ? [] : [{ kind, value, partyId: counterparty_id, count: times, byHand: by_hand }],
  );

const readRejected = async (ctx: ReadScope, ids: ReadonlySet<string>): Promise<PortableInput['rejected']> =>
  (await readRejections(ctx)).flatMap(({ bank_transaction_id, record_id }) =>
    ids.has(bank_transaction_id) ? [[bank_transaction_id, record_id] as const] : [],
  );

/** Between the account's currency and those of open documents, from a day on. */
const readRates = async (
  ctx: ReadScope,
  currency: string,
  documents: readonly MatchDocument[],
  from: string,
): Promise<readonly RateRow[]> => {
  const others = [...new Set(documents.flatMap((each) => (each.open ? [each.currency] : [])))].filter(
    (each) => each !== currency,
  );
  if (others.length === 0) return [];
  const known = await ratesSince(ctx.db, ctx.entity.organisation_id, currency, others, from);
  // A stored rate comes after the bundled one of the same day, and so replaces it.
  return [
    ...others.flatMap((base) => bundledRows(base, currency)),
    ...known.map((row) => ({ ...row, rate: toNumber(decimal(row.rate)) })),
  ];
};

const bundledRows = (base: string, quote: string): readonly RateRow[] =>
  BUNDLED_DAYS.flatMap(({ date }) => {
    const found = bundledRates.latest(base, quote, asDay(date));
    return found === undefined ? [] : [{ base, quote, date, rate: toNumber(found.rate) }];
  });
