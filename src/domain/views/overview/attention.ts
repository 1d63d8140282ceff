// What waits for whom asks, company by company: of all that waits only what they may see. The same few statements for one
// company or a hundred.
import type { CurrencyAmount, DocumentType } from '../../../../generated/types.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { Entity } from '../../../base/entity.ts';
import { addDays, DAY_MS, dayIn, monthFrom, monthOf } from '../../../base/time/day.ts';
import { type OpenSum, sumOpen } from '../../documents/shared/store/open-months.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import { amountsOf } from './amounts.ts';
import { readWaiting, type Waiting } from './overview.ts';

/** What may be seen apart from the rest. */
export const ATTENTION_PARTS = [
  'filing',
  'invoices',
  'bills',
  'inbox',
  'bank',
  'tasks',
  'certificates',
] as const;
export type AttentionPart = (typeof ATTENTION_PARTS)[number];

interface Overdue {
  readonly count: number;
  readonly amounts: readonly CurrencyAmount[];
}

/** In one company; what may not be seen is absent. */
export interface Attention {
  readonly pending_approvals?: number;
  readonly failed_filings?: number;
  readonly late_complements?: number;
  readonly overdue_invoices?: Overdue;
  readonly overdue_bills?: Overdue;
  /** Documents that others sent, about which nobody decided yet. */
  readonly received_documents?: number;
  readonly unmatched_lines?: number;
  readonly unmatched?: readonly CurrencyAmount[];
  readonly suggested_lines?: number;
  readonly open_tasks?: number;
  /** Of one that has ended or ends soon; else null. */
  readonly certificate_ends_at?: string | null;
}

/** By the day of the company, as its lists of overdue documents go. */
const overdueOf = (kind: DocumentType, entity: Entity, open: readonly OpenSum[], now: Date): Overdue => {
  const today = dayIn(entity.time_zone, now);
  const late = open.filter(
    ({ entity_id, kind: of, due }) =>
      entity_id === entity.id && of === kind && (due === 'before' || (due !== 'after' && due < today)),
  );
  return {
    count: late.reduce((sum, { count }) => sum + count, 0),
    amounts: amountsOf(late, ({ minor }) => minor),
  };
};

const endsSoon = ({ certificate_ends_at: ends }: Waiting, now: Date): string | null =>
  ends !== null &&
  new Date(ends).getTime() <= now.getTime() + SERVICE.windows.certificate_warning_days * DAY_MS
    ? ends
    : null;

const describe = (
  waiting: Waiting,
  open: readonly OpenSum[],
  parts: ReadonlySet<AttentionPart>,
  now: Date,
): Attention => {
  const { entity } = waiting;
  const told: Readonly<Record<AttentionPart, () => Attention>> = {
    filing: () => ({
      pending_approvals: waiting.approvals,
      failed_filings: waiting.stuck_filings,
      late_complements: waiting.late_complements,
    }),
    invoices: () => ({ overdue_invoices: overdueOf('invoice', entity, open, now) }),
    bills: () => ({ overdue_bills: overdueOf('bill', entity, open, now) }),
    inbox: () => ({ received_documents: waiting.received }),
    bank: () => ({
      unmatched_lines: waiting.unmatched_lines,
      unmatched: waiting.unmatched,
      suggested_lines: waiting.suggested_lines,
    }),
    tasks: () => ({ open_tasks: waiting.tasks }),
    certificates: () => ({ certificate_ends_at: endsSoon(waiting, now) }),
  };
  const seen = ATTENTION_PARTS.filter((part) => parts.has(part)).map((part) => told[part]());
  return Object.assign({}, ...seen) as Attention;
};

/** For each company, in their order, also where nothing waits. */
export const readAttention = async (
  ctx: OrganisationScope,
  entities: readonly Entity[],
  parts: ReadonlySet<AttentionPart>,
): Promise<readonly Attention[]> => {
  if (entities.length === 0 || parts.size === 0) return entities.map(() => ({}));
  const today = dayIn('UTC', ctx.now);
  // On the first of a month it is still the last of the one before in other places.
  const months = {
    from: monthOf(addDays(today, -1)),
    before: monthFrom(addDays(monthOf(addDays(today, 1)), 1)),
  };
  const ids = entities.map(({ id }) => id);
  const [waiting, open] = await Promise.all([readWaiting(ctx, entities), sumOpen(ctx.db, ids, months)]);
  return waiting.map((row) => describe(row, open, parts, ctx.now));
};

/** Whether anything waits there. */
export const needsAttention = (told: Attention): boolean =>
  Object.values(told).some((value: number | string | null | Overdue | readonly CurrencyAmount[]) => {
    if (typeof value === 'number') return value > 0;
    if (typeof value === 'string' || value === null) return value !== null;
    return 'count' in value ? value.count > 0 : value.length > 0;
  });
