// The few records that one line may have to do with, each by an index and up to a number of rows, however large the book is.
import { sql } from 'kysely';
import type { DocumentType } from '../../../../../generated/types.ts';
import { asDay } from '../../../../base/time/day.ts';
import type { Reader } from '../../../../db/database.ts';
import { scoped, type Tenant } from '../../../../db/scoped.ts';
import { cutToken } from '../../../ground/search-index/expand.ts';
import { billRows, invoiceRows, type BillRow, type InvoiceRow } from './books.ts';

export interface NearRows {
  readonly invoices: readonly InvoiceRow[];
  readonly bills: readonly BillRow[];
}

const NONE: NearRows = { invoices: [], bills: [] };

/** These, and some on which exactly so much is open. */
export const documentsWith = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  ids: readonly string[],
  { amount, take }: { readonly amount: number; readonly take: number },
): Promise<NearRows> => {
  const known = ids.length === 0 ? [''] : ids;
  if (kind === 'invoice') {
    const equal = invoiceRows(ctx, 'ix_invoice_balance').where('balance_minor', '=', amount).limit(take);
    const named = invoiceRows(ctx, 'PRIMARY').where('id', 'in', known);
    return { ...NONE, invoices: await named.unionAll(({ parens }) => parens(equal)).execute() };
  }
  const equal = billRows(ctx, 'ix_bill_balance').where('balance_minor', '=', amount).limit(take);
  const named = billRows(ctx, 'PRIMARY').where('id', 'in', known);
  return { ...NONE, bills: await named.unionAll(({ parens }) => parens(equal)).execute() };
};

/** On which so much is open, the least first. */
export const documentsOwing = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  { least, most }: { readonly least: number; readonly most: number },
  take: number,
): Promise<NearRows> =>
  kind === 'invoice'
    ? {
        ...NONE,
        invoices: await invoiceRows(ctx, 'ix_invoice_balance')
          .where('balance_minor', '>=', least)
          .where('balance_minor', '<=', most)
          .orderBy('balance_minor')
          .orderBy('issue_date')
          .limit(take)
          .execute(),
      }
    : {
        ...NONE,
        bills: await billRows(ctx, 'ix_bill_balance')
          .where('balance_minor', '>=', least)
          .where('balance_minor', '<=', most)
          .orderBy('balance_minor')
          .orderBy('issue_date')
          .limit(take)
          .execute(),
      };

/** The last ones issued up to the day. */
export const documentsOfParty = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  { party, until, take }: { readonly party: string; readonly until: string; readonly take: number },
): Promise<NearRows> =>
  kind === 'invoice'
    ? {
        ...NONE,
        invoices: await invoiceRows(ctx, 'ix_invoice_counterparty')
          .where('counterparty_id', '=', party)
          .where('issue_date', '<=', asDay(until))
          .orderBy('issue_date', 'desc')
          .orderBy('id', 'desc')
          .limit(take)
          .execute(),
      }
    : {
        ...NONE,
        bills: await billRows(ctx, 'ix_bill_counterparty')
          .where('counterparty_id', '=', party)
          .where('issue_date', '<=', asDay(until))
          .orderBy('issue_date', 'desc')
          .orderBy('id', 'desc')
          .limit(take)
          .execute(),
      };

export const partiesById = async (ctx: Tenant<Reader>, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : scoped(ctx, 'counterparty').select().select(['id', 'name', 'tax_id']).where('id', 'in', ids).execute();

/** A record that something in a line leads to. */
export interface Lead {
  readonly how: 'number' | 'tax_id' | 'account' | 'alias' | 'word' | 'taught' | 'paid_for';
  /** Which word. */
  readonly at: number;
  readonly id: string;
  /** Of a lesson. */
  readonly taught_by: string;
}

export interface Leading {
  readonly numbers: readonly string[];
  readonly tax_ids: readonly string[];
  readonly account: string | null;
  readonly alias: string | null;
  /** Each with what it may be the beginning of. */
  readonly words: readonly (readonly string[])[];
}

/** Of one number, word, or lesson no more are told: what leads to so many says nothing. */
export const MANY = 40;

const selected = (how: Lead['how'], at: number) =>
  [sql<Lead['how']>`${sql.lit(how)}`.as('how'), sql<number>`${sql.lit(at)}`.as('at')] as const;
const nobody = sql<string>`''`.as('taught_by');

/** In one statement, each part by an index and up to a number of rows. */
export const findLeads = async (
  ctx: Tenant<Reader>,
  kind: DocumentType,
  { numbers, tax_ids, account, alias, words }: Leading,
): Promise<readonly Lead[]> => {
  const lessons = (
    [
      ['account', account],
      ['alias', alias],
    ] as const
  ).flatMap(([how, value]) =>
    value === null
      ? []
      : [
          scoped(ctx, 'bank_memory')
            .select({ index: 'ix_bank_memory_teacher' })
            .select([...selected(how, 0), 'counterparty_id as id', 'taught_by'])
            .where('kind', '=', how)
            .where('value', '=', value)
            .limit(MANY),
        ],
  );
  const tokens = words.map((some, at) =>
    scoped(ctx, 'search_token')
      .select({ index: 'PRIMARY' })
      .select([...selected('word', at), 'record_id as id', nobody])
      .where('token', 'in', some.map(cutToken))
      .where('type', '=', 'counterparties')
      .limit(MANY),
  );
  const named = scoped(ctx, 'search_identifier')
    .select({ index: 'PRIMARY' })
    .select([...selected('number', 0), 'record_id as id', nobody])
    .where('identifier', 'in', numbers.length === 0 ? [''] : numbers)
    .where('type', '=', kind === 'invoice' ? 'invoices' : 'bills')
    .limit(MANY);
  const taxed = scoped(ctx, 'counterparty')
    .select({ index: 'ix_counterparty_tax_id' })
    .select([...selected('tax_id', 0), 'id', nobody])
    .where('tax_id', 'in', tax_ids.length === 0 ? [''] : tax_ids)
    .limit(MANY);
  let all = ctx.db
    .selectNoFrom([...selected('word', -1), sql<string>`''`.as('id'), nobody])
    .unionAll(({ parens }) => parens(named))
    .unionAll(({ parens }) => parens(taxed));
  for (const lesson of lessons) all = all.unionAll(({ parens }) => parens(lesson));
  for (const token of tokens) all = all.unionAll(({ parens }) => parens(token));
  return (await all.execute()).filter(({ id }) => id !== '');
};
