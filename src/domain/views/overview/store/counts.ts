// Statements over all companies of an organisation: what waits for a person, and what is open. Each is one grouped
// query on an index that begins with the company.
import { sql } from 'kysely';
import type { Reader } from '../../../../db/database.ts';
import type { IsoDay } from '../../../../base/time/day.ts';
import { toInstant } from '../../../../db/instant.ts';
import { acrossTenants } from '../../../../db/scoped.ts';
import { UNDECIDED } from '../../../documents/received/record.ts';
import { readSums } from '../../../bank/transactions/store/sums.ts';

interface Counted {
  readonly entity_id: string;
  readonly count: number;
}

const count = sql<number>`count(*)`.as('count');

export const countPendingApprovals = (db: Reader, ids: readonly string[], now: Date): Promise<Counted[]> =>
  acrossTenants(db, ids, 'approval', { index: 'ix_approval_expiry' })
    .select(['approval.entity_id', count])
    .where('approval.status', '=', 'pending')
    .where('approval.expires_at', '>', toInstant(now))
    .groupBy('approval.entity_id')
    .execute();

/** Requests of agents to cancel a filed invoice. */
export const countPendingCancellations = (
  db: Reader,
  ids: readonly string[],
  now: Date,
): Promise<Counted[]> =>
  acrossTenants(db, ids, 'cancellation_request')
    .select(['cancellation_request.entity_id', count])
    .where('cancellation_request.status', '=', 'pending')
    .where('cancellation_request.expires_at', '>', toInstant(now))
    .groupBy('cancellation_request.entity_id')
    .execute();

const STUCK = ['failed', 'unclear'] as const;

/** Documents whose filing was refused or has no known outcome; all of them are drafts. */
export const countStuckFilings = async (db: Reader, ids: readonly string[]): Promise<Counted[]> => [
  ...(await acrossTenants(db, ids, 'invoice', { index: 'ix_invoice_filing_status' })
    .select(['invoice.entity_id', count])
    .where('invoice.status', '=', 'draft')
    .where('invoice.filing_status', 'in', STUCK)
    .groupBy('invoice.entity_id')
    .execute()),
  ...(await acrossTenants(db, ids, 'complement')
    .select(['complement.entity_id', count])
    .where('complement.status', '=', 'draft')
    .where('complement.filing_status', 'in', STUCK)
    .groupBy('complement.entity_id')
    .execute()),
];

export const countLateComplements = (db: Reader, ids: readonly string[], today: IsoDay): Promise<Counted[]> =>
  acrossTenants(db, ids, 'complement')
    .select(['complement.entity_id', count])
    .where('complement.status', '=', 'draft')
    .where('complement.due_on', '<', today)
    .groupBy('complement.entity_id')
    .execute();

/** Without a read of any document: the index holds what is counted. */
export const countReceived = (db: Reader, ids: readonly string[]): Promise<Counted[]> =>
  acrossTenants(db, ids, 'received_document', { index: 'ix_received_document_status' })
    .select(['received_document.entity_id', count])
    .where('received_document.status', 'in', UNDECIDED)
    .groupBy('received_document.entity_id')
    .execute();

export const countOpenTasks = (db: Reader, ids: readonly string[]): Promise<Counted[]> =>
  acrossTenants(db, ids, 'task', { index: 'ix_task_open' })
    .select(['task.entity_id', count])
    .where('task.open', '=', true)
    .groupBy('task.entity_id')
    .execute();

interface WaitingLines extends Counted {
  readonly match_status: string;
  readonly amount_minor: number;
  readonly currency: string;
}

const WAITING = ['unmatched', 'suggested'] as const;

/** Lines of active accounts that wait for a decision: as kept, or counted where the sums do not say all yet. */
export const countWaitingLines = async (db: Reader, ids: readonly string[]): Promise<WaitingLines[]> => {
  const accounts = await acrossTenants(db, ids, 'bank_account')
    .select(['bank_account.id', 'bank_account.currency'])
    .where('bank_account.active', '=', true)
    .execute();
  if (accounts.length === 0) return [];
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  const kept = await readSums(db, ids);
  const whole = new Set(kept.map(({ bank_account_id }) => bank_account_id));
  const rest = [...currencies.keys()].filter((id) => !whole.has(id));
  const rows = rest.length === 0 ? [] : await countLines(db, ids, rest);
  const known = kept.flatMap((sums) =>
    WAITING.map((match_status) => ({
      entity_id: sums.entity_id,
      bank_account_id: sums.bank_account_id,
      match_status,
      count: sums[`${match_status}_count`],
      amount_minor: sums[`${match_status}_minor`],
    })),
  );
  return [...known, ...rows].flatMap(({ bank_account_id, ...row }) => {
    const currency = currencies.get(bank_account_id);
    // Accounts that are not active have sums too.
    return currency === undefined || row.count === 0
      ? []
      : [{ ...row, amount_minor: Number(row.amount_minor), currency }];
  });
};

const countLines = (db: Reader, ids: readonly string[], accountIds: readonly string[]) =>
  acrossTenants(db, ids, 'bank_transaction', { index: 'ix_bank_transaction_account_status' })
    .select(['bank_transaction.entity_id', 'bank_transaction.bank_account_id'])
    .select(['bank_transaction.match_status', count])
    .select(sql<string>`sum(bank_transaction.amount_minor)`.as('amount_minor'))
    .where('bank_transaction.bank_account_id', 'in', accountIds)
    .where('bank_transaction.match_status', 'in', WAITING)
    .groupBy([
      'bank_transaction.entity_id',
      'bank_transaction.bank_account_id',
      'bank_transaction.match_status',
    ])
    .execute();

/** The last day of the certificate that is valid longest, of companies that have one. */
export const lastCertificateDays = (
  db: Reader,
  ids: readonly string[],
): Promise<{ readonly entity_id: string; readonly valid_to: string }[]> =>
  acrossTenants(db, ids, 'certificate')
    .select(['certificate.entity_id', sql<string>`max(certificate.valid_to)`.as('valid_to')])
    .groupBy('certificate.entity_id')
    .execute();

/** A record that is one of the organisation's first. */
export interface FirstRecord {
  readonly id: string;
  readonly entity_id: string;
}

type Found = Promise<FirstRecord | undefined>;

export const findSomeCustomer = (db: Reader, ids: readonly string[]): Found =>
  acrossTenants(db, ids, 'counterparty')
    .select(['counterparty.id', 'counterparty.entity_id'])
    .where('counterparty.is_customer', '=', true)
    .limit(1)
    .executeTakeFirst();

export const findSomeInvoice = (db: Reader, ids: readonly string[]): Found =>
  acrossTenants(db, ids, 'invoice').select(['invoice.id', 'invoice.entity_id']).limit(1).executeTakeFirst();

export const findPendingApproval = (db: Reader, ids: readonly string[], now: Date): Found =>
  acrossTenants(db, ids, 'approval')
    .select(['approval.id', 'approval.entity_id'])
    .where('approval.status', '=', 'pending')
    .where('approval.expires_at', '>', toInstant(now))
    .limit(1)
    .executeTakeFirst();

/** Enough to find a filed one among the first that were approved. */
const LOOKED_AT = 20;

export const findApprovedInvoices = async (
  db: Reader,
  ids: readonly string[],
): Promise<(FirstRecord & { readonly filing_status: string })[]> => {
  const approved = await acrossTenants(db, ids, 'approval')
    .select('approval.document_id')
    .where('approval.status', '=', 'approved')
    .limit(LOOKED_AT)
    .execute();
  if (approved.length === 0) return [];
  const documents = approved.map(({ document_id }) => document_id);
  return acrossTenants(db, ids, 'invoice')
    .select(['invoice.id', 'invoice.entity_id', 'invoice.filing_status'])
    .where('invoice.id', 'in', documents)
    .execute();
};
