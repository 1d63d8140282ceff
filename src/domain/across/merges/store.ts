// What two counterparties have, read before one of them is merged into the other.
import { sql } from 'kysely';
import type { DocumentType } from '../../../../generated/types.ts';
import type { Reader } from '../../../db/database.ts';
import { scoped, type Tenant } from '../../../db/scoped.ts';

type Books = Tenant<Reader>;

const count = sql<number>`count(*)`.as('count');
const countIf = (condition: ReturnType<typeof sql>) => sql<number>`count(case when ${condition} then 1 end)`;

const documents = (ctx: Books, kind: DocumentType, id: string) =>
  scoped(ctx, kind as 'invoice')
    .select()
    .where('counterparty_id', '=', id)
    .select([count, countIf(sql`status = 'draft'`).as('drafts'), countIf(sql`open = 1`).as('open')])
    .executeTakeFirstOrThrow();

const lessons = (ctx: Books, id: string) =>
  scoped(ctx, 'bank_memory')
    .select()
    .where('counterparty_id', '=', id)
    .select([
      sql<number>`count(distinct case when kind = 'account' then value end)`.as('accounts'),
      sql<number>`count(distinct case when kind = 'alias' then value end)`.as('aliases'),
    ])
    .executeTakeFirstOrThrow();

/** How many records of each kind name the counterparty. */
export interface Held {
  readonly drafts: number;
  readonly open_invoices: number;
  readonly settled_invoices: number;
  readonly open_bills: number;
  readonly settled_bills: number;
  readonly payments: number;
  readonly credit_notes: number;
  readonly complements: number;
  readonly bank_accounts: number;
  readonly aliases: number;
  readonly taught_aliases: number;
  readonly tasks: number;
  readonly arrangements: number;
  readonly received_documents: number;
  readonly attachments: number;
}

export const countHeld = async (ctx: Books, id: string): Promise<Held> => {
  const naming = async (
    table:
      | 'payment'
      | 'credit_note'
      | 'complement'
      | 'reference_record'
      | 'counterparty_alias'
      | 'received_document',
  ) => {
    const row = await scoped(ctx, table as 'payment')
      .select()
      .where('counterparty_id', '=', id)
      .select(count)
      .executeTakeFirstOrThrow();
    return row.count;
  };
  const invoices = await documents(ctx, 'invoice', id);
  const bills = await documents(ctx, 'bill', id);
  const learned = await lessons(ctx, id);
  const tasks = await scoped(ctx, 'task')
    .select()
    .where('taskable_id', '=', id)
    .select(count)
    .executeTakeFirstOrThrow();
  const attachments = await scoped(ctx, 'attachment')
    .select()
    .where('record_id', '=', id)
    .where('live_file_id', 'is not', null)
    .select(count)
    .executeTakeFirstOrThrow();
  return {
    drafts: invoices.drafts,
    open_invoices: invoices.open,
    settled_invoices: invoices.count - invoices.drafts - invoices.open,
    open_bills: bills.open,
    settled_bills: bills.count - bills.open,
    payments: await naming('payment'),
    credit_notes: await naming('credit_note'),
    complements: await naming('complement'),
    bank_accounts: learned.accounts,
    aliases: learned.aliases,
    taught_aliases: await naming('counterparty_alias'),
    tasks: tasks.count,
    arrangements: await naming('reference_record'),
    received_documents: await naming('received_document'),
    attachments: attachments.count,
  };
};

const KINDS = ['invoice', 'credit_note', 'complement'] as const;

/** A document that a person or an authority is about to decide on. */
export interface UnderWay {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  readonly filing_status: string;
}

/** The first one of these counterparties; undefined when there is none. */
export const findUnderWay = async (ctx: Books, ids: readonly string[]): Promise<UnderWay | undefined> => {
  for (const table of KINDS) {
    const row = await scoped(ctx, table as 'invoice')
      .select()
      .select(['id', 'filing_status'])
      .where('counterparty_id', 'in', ids)
      .where('filing_status', 'in', ['awaiting_approval', 'pending', 'unclear'])
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) return { ...row, kind: table };
  }
  return undefined;
};

export const findPendingRequest = async (ctx: Books, documentId: string): Promise<string | undefined> => {
  const row = await scoped(ctx, 'approval')
    .select()
    .select('id')
    .where('pending_document_id', '=', documentId)
    .executeTakeFirst();
  return row?.id;
};
