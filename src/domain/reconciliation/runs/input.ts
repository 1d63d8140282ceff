// Everything the matcher has to know of an entity, read once for a whole run.
import { scoped } from '../../../db/scoped.ts';
import type { PortableInput } from '../../../matching/portable.ts';
import type { MatchDocument, MatchLine, MatchMemory, MatchPayment } from '../../../matching/types.ts';
import { uuidOf } from '../../invoices/filing.ts';
import type { ReadScope } from '../../change/scope.ts';
import { addDays, asDay, type IsoDay } from '../../../base/time/day.ts';
import type { BankAccountRecord } from '../../bank-accounts/account.ts';
import { waitingLegs } from '../../bank-transfers/waiting.ts';
import { ratesBetween } from './rates.ts';

/** Closed documents are known so that their numbers are recognised; older ones are not written on payments any more. */
const CLOSED_DAYS = 400;
/** Around the lines: a return comes within days, a recorded payment too. */
const AROUND_DAYS = 30;

export interface Loaded {
  readonly input: PortableInput;
  /** Unmatched too, but legs of transfers that wait for link_transfer: no payments of documents. */
  readonly legs: readonly string[];
}

export const loadInput = async (ctx: ReadScope, account: BankAccountRecord): Promise<Loaded> => {
  const { lines, legs } = await unmatchedLines(ctx, account.id);
  const input = await inputFor(ctx, account, lines);
  return { input, legs };
};

const inputFor = async (
  ctx: ReadScope,
  account: BankAccountRecord,
  lines: readonly MatchLine[],
): Promise<PortableInput> => {
  const days = lines.map(({ date }) => date).toSorted();
  const first = asDay(days[0] ?? ctx.today);
  const last = asDay(days.at(-1) ?? ctx.today);
  const accounts = await scoped(ctx, 'bank_account').select().selectAll('bank_account').execute();
  const documents = [...(await invoices(ctx, first)), ...(await bills(ctx, first))];
  return {
    country: ctx.entity.country_code,
    currency: account.currency,
    ownNames: [ctx.entity.name],
    ownAccounts: accounts.flatMap(({ clabe, iban }) => [clabe, iban].filter((each) => each !== null)),
    lines,
    otherLines: await otherLines(ctx, account.id, addDays(first, -AROUND_DAYS), addDays(last, AROUND_DAYS)),
    documents,
    parties: await parties(ctx),
    payments: await unlinkedPayments(ctx, addDays(first, -AROUND_DAYS), addDays(last, AROUND_DAYS)),
    memory: await memory(ctx),
    rejected: await rejected(ctx, new Set(lines.map(({ id }) => id))),
    rates: await ratesBetween(ctx, account.currency, documents, addDays(first, -2 * AROUND_DAYS)),
  };
};

const LINE_COLUMNS = [
  'id',
  'date',
  'amount_minor',
  'transaction_type',
  'currency',
  'description',
  'reference',
  'counterparty_hint',
  'party_account',
  'party_tax_id',
] as const;

const lines = (ctx: ReadScope, accountId: string) =>
  scoped(ctx, 'bank_transaction').select().select(LINE_COLUMNS).where('bank_account_id', '=', accountId);

type LineRow = Awaited<ReturnType<ReturnType<typeof lines>['execute']>>[number];

const toLine = (row: LineRow): MatchLine => ({
  id: row.id,
  date: row.date,
  amountMinor: row.amount_minor,
  direction: row.transaction_type,
  currency: row.currency,
  description: row.description,
  reference: row.reference,
  party: row.counterparty_hint,
  partyAccount: row.party_account,
  partyTaxId: row.party_tax_id,
});

/** Read in one statement: what the run answers for is exactly what it has looked at. */
const unmatchedLines = async (
  ctx: ReadScope,
  accountId: string,
): Promise<{ readonly lines: readonly MatchLine[]; readonly legs: readonly string[] }> => {
  const rows = await lines(ctx, accountId)
    .select(['transfer_peer_id', 'transfer_status'])
    .where('match_status', '=', 'unmatched')
    .orderBy('id')
    .execute();
  const legs = await waitingLegs(ctx, rows);
  return { lines: rows.filter(({ id }) => !legs.has(id)).map(toLine), legs: [...legs] };
};

const otherLines = async (
  ctx: ReadScope,
  accountId: string,
  from: IsoDay,
  to: IsoDay,
): Promise<readonly MatchLine[]> =>
  (
    await lines(ctx, accountId)
      .where('match_status', '<>', 'unmatched')
      .where('date', '>=', from)
      .where('date', '<=', to)
      .orderBy('id')
      .execute()
  ).map(toLine);

const invoices = async (ctx: ReadScope, first: string): Promise<readonly MatchDocument[]> => {
  const rows = await scoped(ctx, 'invoice')
    .select()
    .select([
      'id',
      'counterparty_id',
      'series',
      'number',
      'title',
      'currency',
      'total_minor',
      'balance_minor',
      'issue_date',
      'due_date',
      'open',
      'filing',
    ])
    .where('status', '<>', 'draft')
    .where((eb) =>
      eb.or([eb('open', '=', true), eb('issue_date', '>=', addDays(asDay(first), -CLOSED_DAYS))]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...documentOf(row), type: 'invoice', number: row.number, uuid: uuidOf(row) }));
};

const bills = async (ctx: ReadScope, first: string): Promise<readonly MatchDocument[]> => {
  const rows = await scoped(ctx, 'bill')
    .select()
    .select([
      'id',
      'counterparty_id',
      'series',
      'bill_number',
      'uuid',
      'title',
      'currency',
      'total_minor',
      'balance_minor',
      'issue_date',
      'due_date',
      'open',
    ])
    .where('status', '<>', 'inbox')
    .where((eb) =>
      eb.or([eb('open', '=', true), eb('issue_date', '>=', addDays(asDay(first), -CLOSED_DAYS))]),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...documentOf(row), type: 'bill', number: row.bill_number, uuid: row.uuid }));
};

interface DocumentRow {
  readonly id: string;
  readonly counterparty_id: string;
  readonly series: string | null;
  readonly title: string | null;
  readonly currency: string;
  readonly total_minor: number;
  readonly balance_minor: number;
  readonly issue_date: string;
  readonly due_date: string;
  readonly open: boolean;
}

const documentOf = (row: DocumentRow) => ({
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

const parties = async (ctx: ReadScope): Promise<PortableInput['parties']> =>
  (await scoped(ctx, 'counterparty').select().select(['id', 'name', 'tax_id']).orderBy('id').execute()).map(
    ({ id, name, tax_id }) => ({ id, name, taxId: tax_id }),
  );

const unlinkedPayments = async (
  ctx: ReadScope,
  from: IsoDay,
  to: IsoDay,
): Promise<readonly MatchPayment[]> => {
  const rows = await scoped(ctx, 'payment')
    .select()
    .select(['id', 'type', 'counterparty_id', 'amount_minor', 'currency', 'paid_on', 'reference'])
    .where('type', 'in', ['invoice_payment', 'bill_payment'])
    .where('bank_linked', '=', false)
    .where('paid_on', '>=', from)
    .where('paid_on', '<=', to)
    .orderBy('id')
    .execute();
  const documents = await documentsOf(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    partyId: row.counterparty_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    date: row.paid_on,
    reference: row.reference,
    documentIds: documents.get(row.id) ?? [],
  }));
};

/** Ids of one IN list. */
const CHUNK = 1_000;

const documentsOf = async (
  ctx: ReadScope,
  payments: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const found = new Map<string, string[]>();
  for (let start = 0; start < payments.length; start += CHUNK) {
    const rows = await scoped(ctx, 'payment_allocation')
      .select()
      .select(['payment_id', 'record_id'])
      .where('payment_id', 'in', payments.slice(start, start + CHUNK))
      .execute();
    for (const { payment_id, record_id } of rows) {
      const known = found.get(payment_id);
      if (known === undefined) found.set(payment_id, [record_id]);
      else known.push(record_id);
    }
  }
  return found;
};

const memory = async (ctx: ReadScope): Promise<readonly MatchMemory[]> => {
  const rows = await scoped(ctx, 'bank_memory')
    .select()
    .select(({ fn }) => ['kind', 'value', 'counterparty_id', fn.countAll<number>().as('times')])
    .groupBy(['kind', 'value', 'counterparty_id'])
    .execute();
  return rows.map(({ kind, value, counterparty_id, times }) => ({
    kind,
    value,
    partyId: counterparty_id,
    count: times,
  }));
};

const rejected = async (ctx: ReadScope, ids: ReadonlySet<string>): Promise<PortableInput['rejected']> =>
  (
    await scoped(ctx, 'bank_rejection').select().select(['bank_transaction_id', 'record_id']).execute()
  ).flatMap(({ bank_transaction_id, record_id }) =>
    ids.has(bank_transaction_id) ? [[bank_transaction_id, record_id] as const] : [],
  );
