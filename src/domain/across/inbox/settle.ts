// The outcome of a reading, in one transaction: what the document says, what is wrong with it, and what it became.
import type { ReceivedFacts, ReceivedRule } from '../../../../generated/received.ts';
import { type Lease, requireHeld } from '../../../db/lease.ts';
import { toInstant } from '../../../db/instant.ts';
import type { StoredIssue } from '../../../db/stated-inbox.ts';
import { issue } from '../../../receiving/issue.ts';
import type { Reading, ReadingIssue } from '../../../receiving/reading.ts';
import { ToolError } from '../../../base/errors.ts';
import { minorText } from '../../../base/money/amount.ts';
import { keepFindings } from '../../documents/bills/validation.ts';
import { createReadBill } from '../../documents/bills/create-read.ts';
import { type BookableDocument, billOf } from '../../documents/bills/from-reading.ts';
import { getBill } from '../../documents/bills/search.ts';
import { lackOf } from '../../documents/bills/reading-sums.ts';
import { createReceivedNote } from '../../documents/bill-credit-notes/create.ts';
import { getReceivedNote } from '../../documents/bill-credit-notes/find.ts';
import { onBill, receivedState } from '../../documents/received/describe.ts';
import { noteWords } from '../../documents/received/parts.ts';
import type { ListedReceived, ReceivedRow } from '../../documents/received/record.ts';
import { findReceived, replaceReceived } from '../../documents/received/store/documents.ts';
import { finishReading } from '../../documents/received/store/reading.ts';
import { STATUS_RULES } from '../../documents/sat-status/plan.ts';
import { issuesOfStatus, watchStatus } from '../../documents/sat-status/status.ts';
import type { Unlimited } from '../../ground/change/change.ts';
import { lockEntity } from '../../ground/entities/store.ts';
import { closedThrough } from '../../ground/periods/period.ts';
import { type CounterpartyRow, findCounterparty } from '../../parties/counterparties/store/counterparties.ts';
import { keepProof } from '../proofs/keep.ts';
import { proveDocument } from '../proofs/settle.ts';
import { columnsOf } from './columns.ts';
import { attachOriginal, keepEmbedded, makeTicket } from './files.ts';
import { lookUp, receivedLike } from './known.ts';
import { findSuppliers } from './supplier.ts';
import { takeSupplier } from './take-supplier.ts';
import { heedSupplier } from '../efos/heed.ts';
import { isCfdi, judgeMexican } from './mexican.ts';
import { tellOfList } from '../efos/told.ts';
import { settleResponse } from './response.ts';
import { judge } from './verdict.ts';

/** Takes the document out of what is to be read; whoever lost the lease meanwhile writes nothing. */
const begin = async (ctx: Unlimited, id: string, lease: Lease): Promise<ListedReceived> => {
  // Of two that arrive at once, each may be the other one, or of the same new supplier: the later one sees the earlier.
  await lockEntity(ctx.db, ctx.entity.id);
  // Whoever merges counterparties waits until this names one of them, or has ended before.
  await closedThrough(ctx);
  requireHeld(await finishReading(ctx, id, lease), id);
  const before = await findReceived(ctx, id);
  if (before === undefined) throw new Error(`the received document ${id} is gone`);
  return before;
};

const end = async (
  ctx: Unlimited,
  { counterparty_name: _name, ...before }: ListedReceived,
  changes: Partial<ReceivedRow>,
): Promise<void> => {
  const now = toInstant(ctx.now);
  const after = {
    ...before,
    ...changes,
    due_at: null,
    read_at: now,
    updated_at: now,
    version: before.version + 1,
  };
  if (!(await replaceReceived(ctx, after)))
    throw new Error(`the received document ${before.id} was changed meanwhile`);
  await noteWords(ctx, before, after);
  ctx.record({
    event: 'document.read',
    record_type: 'received_document',
    record_id: before.id,
    before: receivedState(before),
    after: receivedState(after),
  });
};

/** It stays, unread. */
export const giveUp = async <R extends ReceivedRule>(
  ctx: Unlimited,
  id: string,
  lease: Lease,
  rule: R,
  facts: ReceivedFacts[R],
): Promise<void> => {
  const found = (issue as (rule: R, facts: object) => StoredIssue)(rule, facts);
  await end(ctx, await begin(ctx, id, lease), { status: 'unreadable', issues: [found] });
};

/**
 * Throws `UuidTaken` where a bill with its UUID came at the same moment: settled again, the document says so. `refused`: why the
 * books did not take what was read, where that was tried before; nothing is made of it then.
 */
export const settleReading = async (
  ctx: Unlimited,
  id: string,
  lease: Lease,
  reading: Reading,
  refused?: StoredIssue,
): Promise<void> => {
  const before = await begin(ctx, id, lease);
  await keepEmbedded(ctx, id, reading);
  const question = reading.seals?.question ?? null;
  const isWatched = question !== null && !(await watchStatus(ctx, question));
  const columns = columnsOf(reading);
  const found = await outcomeOf(ctx, before, { reading, columns, refused });
  const stops = refused !== undefined || found.issues.some(({ rule }) => STOPS.has(rule));
  const repeats = stops ? [] : await keepProof(ctx, id, reading);
  const outcome = { ...found, issues: [...found.issues, ...repeats] };
  // Read again, it keeps what the SAT said meanwhile.
  const told = isWatched ? await issuesOfStatus(ctx, question.uuid, ctx.now) : [];
  await end(ctx, before, { ...columns, ...outcome, issues: [...outcome.issues, ...told] });
  const bill_id = outcome.bill_id ?? before.bill_id;
  if (told.length > 0 && bill_id !== null)
    await keepFindings(ctx, bill_id, STATUS_RULES, told.flatMap(onBill));
  if (reading.proof !== null && refused === undefined) await proveDocument(ctx, id);
  if (!isCfdi(reading)) return;
  await tellOfList(ctx);
  const rfc = columns.supplier_tax_id;
  if (rfc !== null) await heedSupplier(ctx, rfc, bill_id);
};

type Columns = ReturnType<typeof columnsOf>;
type Outcome = Partial<ReceivedRow> & Pick<ReceivedRow, 'status' | 'issues'>;

const OWED: ReadonlySet<Reading['kind']> = new Set(['bill', 'bill_credit_note']);
/** With these nothing is made of a document: it is of somebody else, or there already. */
const STOPS: ReadonlySet<string> = new Set(['wrong_buyer', 'duplicate_uuid'] satisfies ReceivedRule[]);

const isError = ({ severity }: ReadingIssue): boolean => severity === 'error';

interface Read {
  readonly reading: Reading;
  readonly columns: Columns;
  readonly refused: StoredIssue | undefined;
}

const outcomeOf = async (
  ctx: Unlimited,
  before: ListedReceived,
  { reading, columns, refused }: Read,
): Promise<Outcome> => {
  const { issues } = reading;
  if (refused !== undefined && (reading.kind === 'unknown' || reading.response !== null))
    return { status: 'needs_review', issues: [...issues, refused] };
  if (reading.kind === 'unknown')
    return issues.some(isError)
      ? { status: 'unreadable', issues: [...issues] }
      : makeTicket(ctx, before, issues);
  if (reading.response !== null) return settleResponse(ctx, before, reading.response, issues);
  const suppliers = await suppliersOf(ctx, before, reading);
  const [supplier] = suppliers.length === 1 ? suppliers : [];
  const received = await receivedLike(ctx, before.id, columns, supplier);
  const copied = received.find((other) => isCopy(columns, other));
  if (copied !== undefined && refused === undefined && (await counts(ctx, copied)))
    return standBeside(ctx, before, copied, issues);
  const known = await lookUp(ctx, columns, supplier, received);
  const found = [...issues, ...judge(reading, columns, known), ...(await judgeMexican(ctx, reading))];
  const about = { issues: found, counterparty_id: supplier?.id ?? null, proposed: false };
  if (refused !== undefined) return { ...about, status: 'needs_review', issues: [...found, refused] };
  if (!OWED.has(reading.kind) || found.some(({ rule }) => STOPS.has(rule)))
    return { ...about, status: 'needs_review' };
  if (suppliers.length > 1) {
    const names = suppliers.map(({ name }) => name).join(', ');
    const candidates = suppliers.map((row) => row.id);
    return {
      ...about,
      status: 'needs_review',
      issues: [...found, issue('supplier_unclear', { names })],
      links: { payments: [], candidates },
    };
  }
  return { ...about, status: 'needs_review', ...(await withSupplier(ctx, before, reading, supplier, found)) };
};

/** A person's choice comes before what the document says. */
const suppliersOf = async (
  ctx: Unlimited,
  { counterparty_id, proposed }: ListedReceived,
  reading: Reading,
): Promise<readonly CounterpartyRow[]> => {
  const chosen =
    counterparty_id === null || proposed ? undefined : await findCounterparty(ctx, counterparty_id);
  return chosen === undefined ? findSuppliers(ctx, reading) : [chosen];
};

const withSupplier = async (
  ctx: Unlimited,
  before: ListedReceived,
  { kind, document }: Reading,
  known: CounterpartyRow | undefined,
  found: readonly ReadingIssue[],
): Promise<Partial<ReceivedRow>> => {
  const asNote = kind === 'bill_credit_note';
  const bookable =
    document === null ? undefined : billOf(document, { today: ctx.today, asNote, home: ctx.entity.currency });
  if (document === null || bookable === undefined)
    return { issues: [...found, ...(document === null ? [NO_LINES] : lackOf(document, asNote))] };
  const taken = await takeSupplier(ctx, known, document.seller, before.id);
  const { supplier, proposed, candidates = [] } = taken;
  const issues = [...found, ...taken.issues, ...overpaidBefore(bookable)];
  if (supplier === undefined) return { issues, links: { payments: [], candidates } };
  const about = { counterparty_id: supplier.id, proposed, kind: bookable.kind, issues };
  const doubtful = issues.some(({ rule }) => rule === TWIN);
  const made = await enterInbox(ctx, before, bookable, { supplier, doubtful });
  return { ...about, ...made, issues: [...issues, ...(made.issues ?? [])] };
};

/** More was paid in advance than the bill costs, as for a year of electricity: the supplier owes the rest. */
const overpaidBefore = ({
  kind,
  due_minor,
  prepaid_minor,
  currency,
}: BookableDocument): readonly ReadingIssue[] =>
  kind !== 'bill' || due_minor >= 0
    ? []
    : [
        issue('prepaid_exceeds_bill', {
          prepaid: minorText(prepaid_minor, currency),
          credit: minorText(-due_minor, currency),
          currency,
        }),
      ];

const NO_LINES = issue('document_incomplete', { names: 'line_items' });

const TWIN: ReceivedRule = 'probable_duplicate';

/** The bill, or the credit note, that waits in the inbox; nothing is posted. */
const enterInbox = async (
  ctx: Unlimited,
  before: ListedReceived,
  document: BookableDocument,
  { supplier, doubtful }: { readonly supplier: CounterpartyRow; readonly doubtful: boolean },
): Promise<Partial<ReceivedRow>> => {
  const read = { document, supplier, source_document_id: before.id, received_at: before.received_at };
  if (document.kind === 'bill_credit_note') {
    const { id } = await createReceivedNote(ctx, read);
    await attachOriginal(ctx, 'bill_credit_note', id, before);
    return { bill_credit_note_id: id };
  }
  const enter = async (repeats: boolean): Promise<Pick<ReceivedRow, 'bill_id'>> => {
    const { header } = await createReadBill(ctx, { ...read, repeats });
    await attachOriginal(ctx, 'bill', header.id, before);
    return { bill_id: header.id };
  };
  try {
    return await enter(doubtful);
  } catch (error) {
    // Typed in meanwhile, or under a number that only the books take for the same.
    if (!(error instanceof ToolError) || error.code !== 'bill_duplicate') throw error;
    const { bill_id = '' } = error.details as { readonly bill_id?: string };
    const number = document.bill_number ?? '';
    return { ...(await enter(true)), issues: [issue(TWIN, { number, record: bill_id })] };
  }
};

const HYBRID = 'hybrid_pdf';

/** A PDF with the data in it, and the same data by another way: both say the same, and one of them is the PDF. */
const isCopy = (columns: Columns, other: ListedReceived): boolean =>
  (other.bill_id !== null || other.bill_credit_note_id !== null) &&
  columns.number_key !== null &&
  columns.number_key === other.number_key &&
  columns.issue_date === other.issue_date &&
  columns.total_minor === other.total_minor &&
  columns.currency === other.currency &&
  (columns.format === HYBRID) !== (other.format === HYBRID);

/** What was made of it was neither rejected nor reversed since, so that nobody takes the copy for owed. */
const counts = async (ctx: Unlimited, { bill_id, bill_credit_note_id }: ListedReceived): Promise<boolean> => {
  const { status } =
    bill_id === null
      ? await getReceivedNote(ctx, bill_credit_note_id ?? '')
      : (await getBill(ctx, bill_id, 'bill_id')).header;
  return status !== 'rejected' && status !== 'reversed';
};

/** It is decided with the other one: at once where that is booked, else when somebody decides. */
const standBeside = async (
  ctx: Unlimited,
  before: ListedReceived,
  { status, bill_id, bill_credit_note_id, counterparty_id }: ListedReceived,
  issues: readonly ReadingIssue[],
): Promise<Outcome> => {
  if (bill_id !== null) await attachOriginal(ctx, 'bill', bill_id, before);
  if (bill_credit_note_id !== null)
    await attachOriginal(ctx, 'bill_credit_note', bill_credit_note_id, before);
  const record = bill_id ?? bill_credit_note_id ?? '';
  return {
    status: status === 'booked' ? 'booked' : 'needs_review',
    bill_id,
    bill_credit_note_id,
    counterparty_id,
    decided_at: status === 'booked' ? toInstant(ctx.now) : null,
    issues: [...issues, issue('same_document', { record })],
  };
};
