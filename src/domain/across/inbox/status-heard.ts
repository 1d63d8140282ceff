// What the SAT answered about a received CFDI reaches the document and its bill: whoever looks at either sees it, and a
// cancellation asks for somebody.
import { minorText } from '../../../base/money/amount.ts';
import { english } from '../../../base/said.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { keepFindings } from '../../documents/bills/validation.ts';
import { changeReceived } from '../../documents/received/change.ts';
import { fixOf, onBill, saysOf } from '../../documents/received/describe.ts';
import type { ListedReceived } from '../../documents/received/record.ts';
import { receivedByUuid } from '../../documents/received/store/documents.ts';
import { STATUS_RULES } from '../../documents/sat-status/plan.ts';
import { issuesOfStatus, type KeepOutcome } from '../../documents/sat-status/status.ts';
import { type PartOnBill, partsOnBills } from '../../documents/payments/store/complements.ts';
import { stands } from '../proofs/ask.ts';
import { proveDocument } from '../proofs/settle.ts';
import { storeTask } from '../../documents/tasks/create.ts';
import { NEVER } from '../../documents/tasks/due.ts';
import { type Books, newAct, SYSTEM, type Unlimited } from '../../ground/change/change.ts';
import { getEntity } from '../../ground/entities/store.ts';

/** Keeps an outcome and what follows from it in one transaction. */
export const keepHeard =
  (books: Books, now: () => Date): KeepOutcome =>
  async ({ entity_id, uuid }, write) => {
    const entity = await getEntity(books.database.reader, entity_id);
    await books.change(entity, newAct(SYSTEM, 'sat status', { uuid }, now()), async (ctx: Unlimited) => {
      ctx.unchanged();
      if (!(await write(ctx))) return;
      const found = await issuesOfStatus(ctx, uuid, ctx.now);
      for (const document of await receivedByUuid(ctx, uuid.toLowerCase())) await tell(ctx, document, found);
    });
  };

const rulesOf = (issues: readonly StoredIssue[]): string => issues.map(({ rule }) => rule).join(' ');

const CANCELLED: ReadonlySet<string> = new Set(['sat_cancelled', 'sandbox_cancelled']);

/** An answer that says what is known already changes nothing. */
const tell = async (ctx: Unlimited, before: ListedReceived, found: readonly StoredIssue[]): Promise<void> => {
  const ofStatus = before.issues.filter(({ rule }) => STATUS_RULES.has(rule));
  // One that is being read gets them when its reading ends.
  if (before.due_at !== null || rulesOf(ofStatus) === rulesOf(found)) return;
  const isProof = before.kind === 'payment_proof';
  const isDoubtful = isProof && found.some(({ severity }) => severity === 'error');
  await changeReceived(ctx, before.id, 'document.checked', ({ issues, status }) => ({
    issues: [...issues.filter(({ rule }) => !STATUS_RULES.has(rule)), ...found],
    // A complement that agreed with the books was booked by itself.
    ...(isDoubtful && status === 'booked' ? { status: 'needs_review', decided_at: null } : {}),
  }));
  if (isProof) await proveDocument(ctx, before.id);
  const { bill_id } = before;
  if (bill_id !== null) await keepFindings(ctx, bill_id, STATUS_RULES, found.flatMap(onBill));
  const cancelled = found.find(({ rule }) => CANCELLED.has(rule));
  if (cancelled !== undefined && !ofStatus.some(({ rule }) => CANCELLED.has(rule)))
    await askSomebody(ctx, before, cancelled);
};

const MOST_NAMED = 5;

/** What was paid before the cancellation was heard of. */
const ofPayments = (paid: readonly PartOnBill[]): string => {
  if (paid.length === 0) return '';
  const named = paid
    .slice(0, MOST_NAMED)
    .map(
      ({ payment_id, payment_minor, currency, paid_on }) =>
        `${payment_id} (${minorText(payment_minor, currency)} ${currency} on ${paid_on})`,
    );
  const more = paid.length > MOST_NAMED ? [`${paid.length - MOST_NAMED} more`] : [];
  return ` Its bill was paid already: ${[...named, ...more].join(', ')}. Without a CFDI that replaces it the supplier owes the money back.`;
};

const askSomebody = async (
  ctx: Unlimited,
  { id, bill_id, counterparty_id }: ListedReceived,
  cancelled: StoredIssue,
): Promise<void> => {
  const about =
    bill_id !== null
      ? ({ taskable_type: 'Bill', taskable_id: bill_id } as const)
      : counterparty_id !== null
        ? ({ taskable_type: 'Counterparty', taskable_id: counterparty_id } as const)
        : ({ taskable_type: 'Entity', taskable_id: ctx.entity.id } as const);
  const paid = bill_id === null ? [] : (await partsOnBills(ctx, [bill_id])).filter(stands);
  await storeTask(ctx, {
    title: 'Look at a received CFDI that was cancelled',
    description: `${english(saysOf(cancelled))} ${english(fixOf(cancelled))} It is the received document ${id}.${ofPayments(paid)}`,
    priority: 'high',
    due: { due_at: null, due_sort: NEVER },
    assignee: null,
    ...about,
  });
};
