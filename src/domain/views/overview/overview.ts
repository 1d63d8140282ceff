// An organisation at a glance, one row a company: what waits for a person there, and what is open. Read-only, and the
// same for pages and tools.
import type {
  CurrencyAmount,
  DocumentType,
  PortfolioRow,
  StandingOfCurrency,
} from '../../../../generated/types.ts';
import type { Entity } from '../../../base/entity.ts';
import { addDays, dayIn, monthFrom, monthOf } from '../../../base/time/day.ts';
import { instantToIso } from '../../../db/instant.ts';
import { standingsOf, sumAllCredits } from '../standing/standing.ts';
import { amountsOf } from './amounts.ts';
import { type OpenSum, sumOpen } from '../../documents/shared/store/open-months.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import {
  type FirstRecord,
  countLateComplements,
  countOpenTasks,
  countPendingApprovals,
  countPendingCancellations,
  countReceived,
  countStuckFilings,
  countWaitingLines,
  findApprovedInvoices,
  findPendingApproval,
  findSomeCustomer,
  findSomeInvoice,
  lastCertificateDays,
} from './store/counts.ts';

/** What waits for a person in one company. */
export interface Waiting {
  readonly entity: Entity;
  /** Filings and cancellations that a person is asked for. */
  readonly approvals: number;
  /** Filings that were refused, or whose outcome is not known. */
  readonly stuck_filings: number;
  readonly late_complements: number;
  /** Documents that others sent and nobody has decided about. */
  readonly received: number;
  readonly suggested_lines: number;
  readonly unmatched_lines: number;
  /** Of lines without a match, by currency. */
  readonly unmatched: readonly CurrencyAmount[];
  readonly tasks: number;
  /** When its last certificate ends; null for companies without one. */
  readonly certificate_ends_at: string | null;
}

export interface Standing extends Waiting {
  readonly receivable: readonly StandingOfCurrency[];
  readonly receivable_overdue: readonly CurrencyAmount[];
  readonly payable: readonly StandingOfCurrency[];
  readonly payable_overdue: readonly CurrencyAmount[];
  readonly overdue_count: number;
}

interface CountedRow {
  readonly entity_id: string;
  readonly count: number;
}

const countOf = (rows: readonly CountedRow[], { id }: Entity): number =>
  rows.filter(({ entity_id }) => entity_id === id).reduce((sum, { count }) => sum + count, 0);

export const readWaiting = async (
  { db, now }: OrganisationScope,
  entities: readonly Entity[],
): Promise<readonly Waiting[]> => {
  const ids = entities.map(({ id }) => id);
  // The latest day anywhere: a complement is late in its own company only by the days below.
  const today = dayIn('UTC', now);
  const [approvals, cancellations, stuck, late, received, lines, tasks, certificates] = await Promise.all([
    countPendingApprovals(db, ids, now),
    countPendingCancellations(db, ids, now),
    countStuckFilings(db, ids),
    countLateComplements(db, ids, today),
    countReceived(db, ids),
    countWaitingLines(db, ids),
    countOpenTasks(db, ids),
    lastCertificateDays(db, ids),
  ]);
  return entities.map((entity) => {
    const unmatched = lines.filter(
      ({ entity_id, match_status }) => entity_id === entity.id && match_status === 'unmatched',
    );
    const ends = certificates.find(({ entity_id }) => entity_id === entity.id)?.valid_to;
    return {
      entity,
      approvals: countOf([...approvals, ...cancellations], entity),
      stuck_filings: countOf(stuck, entity),
      late_complements: countOf(late, entity),
      received: countOf(received, entity),
      suggested_lines: countOf(
        lines.filter(({ match_status }) => match_status === 'suggested'),
        entity,
      ),
      unmatched_lines: countOf(unmatched, entity),
      unmatched: amountsOf(unmatched, ({ amount_minor }) => amount_minor),
      tasks: countOf(tasks, entity),
      certificate_ends_at: ends === undefined ? null : instantToIso(ends),
    };
  });
};

/** The portfolio: what waits, and what is open, of every company. */
export const readPortfolio = async (
  ctx: OrganisationScope,
  entities: readonly Entity[],
): Promise<readonly Standing[]> => {
  const ids = entities.map(({ id }) => id);
  const today = dayIn('UTC', ctx.now);
  const months = { from: monthOf(today), before: monthFrom(addDays(monthOf(today), 1)) };
  const [waiting, open, credits] = await Promise.all([
    readWaiting(ctx, entities),
    sumOpen(ctx.db, ids, months),
    sumAllCredits(ctx.db, ids),
  ]);
  const isOverdue = ({ due }: OpenSum): boolean => due === 'before' || (due !== 'after' && due < today);
  return waiting.map((row) => {
    const own = open.filter(({ entity_id }) => entity_id === row.entity.id);
    const sum = (kind: DocumentType, rows: readonly OpenSum[]): CurrencyAmount[] =>
      amountsOf(
        rows.filter((part) => part.kind === kind),
        ({ minor }) => minor,
      );
    const standing = (kind: DocumentType): StandingOfCurrency[] =>
      standingsOf(
        own.filter((part) => part.kind === kind),
        credits.filter((credit) => credit.kind === kind && credit.entity_id === row.entity.id),
      );
    const overdue = own.filter(isOverdue);
    return {
      ...row,
      receivable: standing('invoice'),
      receivable_overdue: sum('invoice', overdue),
      payable: standing('bill'),
      payable_overdue: sum('bill', overdue),
      overdue_count: overdue.reduce((count, part) => count + part.count, 0),
    };
  });
};

export const describeStanding = (row: Standing): PortfolioRow => ({
  entity_id: row.entity.id,
  entity_name: row.entity.name,
  country_code: row.entity.country_code,
  receivable: [...row.receivable],
  receivable_overdue: [...row.receivable_overdue],
  payable: [...row.payable],
  payable_overdue: [...row.payable_overdue],
  overdue_count: row.overdue_count,
  pending_approvals: row.approvals,
  failed_filings: row.stuck_filings,
  late_complements: row.late_complements,
  unmatched_lines: row.unmatched_lines,
  unmatched: [...row.unmatched],
  suggested_lines: row.suggested_lines,
  open_tasks: row.tasks,
  certificate_ends_at: row.certificate_ends_at,
});

/** Null while a step is still to come. */
export interface FirstSteps {
  readonly company: Entity | null;
  readonly customer: FirstRecord | null;
  readonly invoice: FirstRecord | null;
  /** A request that waits for a person. */
  readonly request: FirstRecord | null;
  /** An invoice that a person has approved, and one of those that is filed. */
  readonly approved: FirstRecord | null;
  readonly filed: FirstRecord | null;
}

export const readFirstSteps = async (
  { db, now }: OrganisationScope,
  companies: readonly Entity[],
): Promise<FirstSteps> => {
  const ids = companies.map(({ id }) => id);
  const [customer, invoice, request, approved] = await Promise.all([
    findSomeCustomer(db, ids),
    findSomeInvoice(db, ids),
    findPendingApproval(db, ids, now),
    findApprovedInvoices(db, ids),
  ]);
  const filed = approved.find(({ filing_status }) => filing_status === 'filed');
  return {
    company: companies[0] ?? null,
    customer: customer ?? null,
    invoice: invoice ?? null,
    request: request ?? null,
    approved: filed ?? approved[0] ?? null,
    filed: filed ?? null,
  };
};
