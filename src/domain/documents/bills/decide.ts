// Decisions of people on a bill, made on the admin side: receive, validate, reject, reverse.
import type { EventType } from '../../../../generated/events.ts';
import type { BillStatus, BillValidation } from '../../../../generated/types.ts';
import { toInstant } from '../../../db/instant.ts';
import { balanceOf, openFlag } from '../shared/settle.ts';
import { type Movement, post } from '../../money/ledger/post.ts';
import { amount, saidAmount } from '../../../base/money/amount.ts';
import { askSoon } from '../sat-status/status.ts';
import { releaseAllocations } from '../payments/release.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { toOpenDay } from '../../ground/periods/period.ts';
import { countOpen } from '../shared/open-months.ts';
import type { Raises } from '../../../base/raises.ts';
import { billState } from './describe.ts';
import { getBill } from './search.ts';
import type { BillHeader, BillRecord } from './record.ts';
import { updateBill } from './store.ts';
import { formatBillFolio } from '../shared/document.ts';

export type BillDecision = 'receive' | 'validate' | 'reject' | 'reverse';

interface Move {
  readonly from: readonly BillStatus[];
  readonly to: BillStatus;
  readonly event: EventType;
  /** The result of the check; absent where nothing was checked. */
  readonly validation?: BillValidation['status'];
}

const MOVES: Readonly<Record<BillDecision, Move>> = {
  receive: { from: ['inbox'], to: 'received', event: 'bill.updated' },
  validate: { from: ['received'], to: 'validated', event: 'bill.validated', validation: 'valid' },
  reject: { from: ['inbox', 'received'], to: 'rejected', event: 'bill.rejected', validation: 'invalid' },
  reverse: { from: ['received', 'validated'], to: 'reversed', event: 'bill.reversed' },
};

/** After these nothing is owed. */
const CLOSING: readonly BillDecision[] = ['reject', 'reverse'];

type DecideScope = WriteScope &
  Raises<'bill_not_found' | 'bill_in_inbox' | 'bill_in_state' | 'bill_has_payments' | 'changed_by_others'>;

/** When two people change one bill at once, the later change is checked again against the new state. */
const MAX_LOOKS = 5;

/** The bill as the decision leaves it. */
export const decideBill = async (
  ctx: DecideScope,
  id: string,
  decision: BillDecision,
): Promise<BillRecord> => {
  for (let look = 1; look <= MAX_LOOKS; look += 1) {
    const before = (await getBill(ctx, id, 'bill_id')).header;
    checkMove(ctx, before, decision);
    const changes = planChanges(ctx, before, decision);
    const written = await updateBill(ctx, id, before.version, changes);
    if (written) await countOpen(ctx, [{ kind: 'bill', before, after: { ...before, ...changes } }]);
    if (written) return finish(ctx, before, decision);
  }
  throw ctx.error('changed_by_others', { record_id: id });
};

const checkMove = (ctx: DecideScope, bill: BillHeader, decision: BillDecision): void => {
  const about = { bill_id: bill.id };
  if (!MOVES[decision].from.includes(bill.status)) {
    const { status } = bill;
    throw status === 'inbox'
      ? ctx.error('bill_in_inbox', about)
      : ctx.error('bill_in_state', { ...about, status });
  }
  if (decision !== 'reject' || bill.paid_minor === 0) return;
  throw ctx.error('bill_has_payments', {
    ...about,
    paid: saidAmount(amount(bill.paid_minor, bill.currency)),
  });
};

const planChanges = (ctx: WriteScope, before: BillHeader, decision: BillDecision) => {
  const { to, validation } = MOVES[decision];
  const closes = CLOSING.includes(decision);
  // What an earlier system settled stays settled; payments of these books are released.
  const paid_minor = closes ? before.presettled_minor : before.paid_minor;
  const balance_minor = balanceOf({ ...before, status: to, paid_minor });
  return {
    status: to,
    paid_minor,
    balance_minor,
    open: openFlag('bill', to, balance_minor),
    closed_on: closes ? ctx.today : null,
    // A rejected bill may be recorded again.
    ...(to === 'rejected' ? { number_unique: null, uuid_unique: null } : {}),
    validation:
      validation === undefined
        ? before.validation
        : { issues: [], ...before.validation, status: validation, checked_at: ctx.now.toISOString() },
    version: before.version + 1,
    updated_at: toInstant(ctx.now),
  };
};

/** Posts and releases what the change of state brings with it, now that the row is written. */
const finish = async (ctx: DecideScope, before: BillHeader, decision: BillDecision): Promise<BillRecord> => {
  if (decision === 'receive') await post(ctx, [await receivedOnOpenDay(ctx, before)]);
  if (CLOSING.includes(decision)) {
    const paid = before.paid_minor - before.presettled_minor;
    await releaseAllocations(ctx, { ...before, kind: 'bill' }, paid);
    if (before.status !== 'inbox') {
      const left = before.total_minor - before.credited_minor - before.presettled_minor;
      await post(ctx, [billReversed(before, ctx.today, left)]);
    }
  }
  // Next it is paid.
  if (decision === 'validate') await askSoon(ctx, [before.uuid]);
  const after = await getBill(ctx, before.id, 'bill_id');
  ctx.record({
    event: MOVES[decision].event,
    record_type: 'bill',
    record_id: before.id,
    before: billState(before),
    after: billState(after.header),
  });
  if (decision === 'receive') await ctx.tell('bill_owed', { id: before.id });
  return after;
};

type Facts = Pick<
  BillHeader,
  'id' | 'counterparty_id' | 'currency' | 'bill_number' | 'series' | 'title' | 'issue_date' | 'total_minor'
>;

const commonFacts = (bill: Facts) =>
  ({
    ledger: 'ap',
    counterparty_id: bill.counterparty_id,
    currency: bill.currency,
    record_id: bill.id,
    document_id: bill.id,
    number: formatBillFolio(bill),
    description: bill.title,
  }) as const;

/** The entity owes the whole bill from its issue date on. */
export const billReceived = (bill: Facts): Movement => ({
  ...commonFacts(bill),
  entry_type: 'bill',
  date: bill.issue_date,
  amount_minor: bill.total_minor,
});

/** One that waited in the inbox may be of a period that was closed meanwhile: it is booked on the first open day. */
const receivedOnOpenDay = async (ctx: WriteScope, bill: BillHeader): Promise<Movement> => ({
  ...billReceived(bill),
  date: bill.source_document_id === null ? bill.issue_date : await toOpenDay(ctx, bill.issue_date),
});

/** It owes nothing more of it. */
export const billReversed = (bill: Facts, date: string, amount_minor: number): Movement => ({
  ...commonFacts(bill),
  entry_type: 'reversal',
  date,
  amount_minor,
});
