// Writes one batch of a run's findings. What the matcher said of the books is checked again on locked rows: a line that
// was matched meanwhile, a balance that has shrunk, a payment that was recorded, a pair that was
// rejected, a transfer that was found.
import { say } from '../../../../base/said.ts';
import type { DocumentType } from '../../../../../generated/types.ts';
import { cancelledAmong } from '../../../documents/sat-status/status.ts';
import { toInstant } from '../../../../db/instant.ts';
import type { MatchResult } from '../../../../matching/types.ts';
import type { SettledDocument } from '../../../documents/shared/document.ts';
import { lockDocuments } from '../../../documents/shared/store/lock.ts';
import { amount, toDecimal } from '../../../../base/money/amount.ts';
import type { PaymentRate } from '../../../documents/payments/rate.ts';
import type { WriteScope } from '../../../ground/change/scope.ts';
import { asDay } from '../../../../base/time/day.ts';
import { type Confirmation, type Part, confirmLines } from '../book.ts';
import { differenceLimit, settlesWhole, unexplained, withDifference } from '../describe.ts';
import { insertSuggestions } from '../store/suggestions.ts';
import { findExplained, readRejectedPairs } from './decided.ts';
import { changeLines, lineState, kindOf } from '../../transactions/line.ts';
import { type BankLine, lockLines } from '../../transactions/store/lines.ts';
import { closeAgreed, closeTabled, countNotes, missingOf, withBasis, withNotes } from '../close.ts';
import { type Settlements, settlementsOf } from '../settlements.ts';
import { closedThrough } from '../../../ground/periods/period.ts';
import { waitingLegs } from '../../transfers/waiting.ts';
import { shownReasons, toEvidence, toFound } from './results.ts';

export interface Applied {
  readonly confirmed: ReadonlySet<string>;
  readonly suggested: ReadonlySet<string>;
  /** The batch as it was applied. */
  readonly results: readonly MatchResult[];
  /** For a transaction of their own: each of these drafts a credit note. */
  readonly postponed: readonly MatchResult[];
}

export interface Finding {
  readonly line: BankLine;
  readonly result: MatchResult;
}

interface Suggestible extends Finding {
  readonly parts: readonly Part[];
}

export const applyBatch = async (
  ctx: WriteScope,
  runId: string,
  results: readonly MatchResult[],
): Promise<Applied> => {
  const found = await heldBack(ctx, await stillUnmatched(ctx, results));
  const documents = await lockNamedDocuments(ctx, found);
  const findings = await heldForCancelled(ctx, found, documents);
  const rejected = await readRejectedPairs(ctx, findings);
  const explained = await findExplained(ctx, findings, documents);
  const left = new Map([...documents].map(([id, { balance_minor }]) => [id, balance_minor]));
  const limit = await limitFor(ctx, findings);
  const confirmations: Confirmation[] = [];
  const suggestions: Suggestible[] = [];
  const postponed: MatchResult[] = [];
  const told = new Map<string, MatchResult>();
  const tell = (result: MatchResult): MatchResult => {
    told.set(result.lineId, result);
    return result;
  };
  let notes = 0;
  const readable = findings.flatMap((finding) => {
    const parts = explained.has(finding.line.id) ? undefined : readParts(finding, documents, limit);
    return parts === undefined ? [] : [{ ...finding, parts }];
  });
  const short = readable.filter(isShort).flatMap(({ parts }) => parts);
  const settlements = await settlementsOf(ctx, short);
  for (const finding of readable) {
    const { line, result } = finding;
    const parts = await closeParts(ctx, finding, left, settlements);
    if (parts.some(({ document }) => rejected.has(`${line.id} ${document.id}`))) continue;
    if (result.outcome === 'suggest') {
      suggestions.push({ line, result: tell(withBasis(result, parts)), parts });
    } else if (takes(parts, left)) {
      const needed = countNotes(parts);
      if (needed > 0 && notes > 0 && notes + needed > MOST_NOTES) {
        postponed.push(result);
        continue;
      }
      notes += needed;
      const drafted = await withNotes(ctx, parts);
      const evidence = toFound(tell(withBasis(result, drafted)));
      const rate = impliedRate(line, parts);
      confirmations.push({ line, parts: drafted, rate, payment: 'make', found: evidence });
    }
  }
  await confirmLines(ctx, confirmations, { source: 'ai', run_id: runId });
  const kept = suggestions.filter((finding) => fits(finding, documents, left));
  await suggest(ctx, runId, kept);
  return {
    confirmed: new Set(confirmations.map(({ line }) => line.id)),
    suggested: new Set(kept.map(({ line }) => line.id)),
    results: results.map((result) => told.get(result.lineId) ?? result),
    postponed,
  };
};

/** Drafting one takes as long as creating an invoice, and the books of the company wait meanwhile. */
const MOST_NOTES = 10;

/** On a closed day no payment is booked: what would be is left to a person as a suggestion. */
const heldBack = async (ctx: WriteScope, findings: readonly Finding[]): Promise<readonly Finding[]> => {
  const closed = await closedThrough(ctx);
  return findings.map((finding) => {
    const { line, result } = finding;
    if (result.outcome !== 'auto' || closed === null || line.date > closed) return finding;
    const reason = say('closed_through', { closed, date: line.date });
    return { line, result: { ...result, outcome: 'suggest', reasons: [reason, ...result.reasons] } };
  });
};

/** A bill whose document its supplier cancelled is not paid without a person: what would be is left as a suggestion. */
const heldForCancelled = async (
  ctx: WriteScope,
  findings: readonly Finding[],
  documents: ReadonlyMap<string, SettledDocument>,
): Promise<readonly Finding[]> => {
  const cancelled = await cancelledAmong(ctx, [...documents.values()]);
  return findings.map((finding) => {
    const { line, result } = finding;
    const asked = result.allocations.flatMap(({ documentId }) => cancelled.get(documentId) ?? [])[0];
    if (result.outcome !== 'auto' || asked === undefined) return finding;
    const reasons = [say('bill_cancelled', { asked }), ...result.reasons];
    return { line, result: { ...result, outcome: 'suggest', reasons } };
  });
};

const stillUnmatched = async (
  ctx: WriteScope,
  results: readonly MatchResult[],
): Promise<readonly Finding[]> => {
  const byLine = new Map(results.map((result) => [result.lineId, result]));
  const locked = await lockLines(ctx, [...byLine.keys()]);
  const legs = await waitingLegs(ctx, locked);
  return locked.flatMap((line) => {
    const result = byLine.get(line.id);
    const free = line.match_status === 'unmatched' && !legs.has(line.id);
    return result === undefined || !free ? [] : [{ line, result }];
  });
};

/** What these lines may leave as a difference; they are of one account. */
const limitFor = async (ctx: WriteScope, findings: readonly Finding[]): Promise<number> => {
  const found = findings.find(({ result }) => differenceOf(result) !== 0);
  return found === undefined ? 0 : differenceLimit(ctx, found.line.currency);
};

const differenceOf = ({ differenceMinor = 0 }: MatchResult): number => differenceMinor;

const lockNamedDocuments = async (
  ctx: WriteScope,
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, SettledDocument>> => {
  const listIds = (kind: DocumentType): readonly string[] => [
    ...new Set(
      findings.flatMap(({ line, result }) =>
        kindOf(line) === kind ? result.allocations.map(({ documentId }) => documentId) : [],
      ),
    ),
  ];
  const invoices = await lockDocuments(ctx, 'invoice', listIds('invoice'));
  const bills = await lockDocuments(ctx, 'bill', listIds('bill'));
  return new Map([...bills, ...invoices].map((document) => [document.id, document]));
};

/** Undefined when the books no longer say what the matcher saw. */
const readParts = (
  { line, result }: Finding,
  documents: ReadonlyMap<string, SettledDocument>,
  limit: number,
): readonly Part[] | undefined => {
  const parts = result.allocations.flatMap(({ documentId, amountMinor }) => {
    const document = documents.get(documentId);
    if (document === undefined || !document.open || document.kind !== kindOf(line)) return [];
    return [{ document, line_minor: amountMinor, document_minor: amountMinor }];
  });
  const difference = differenceOf(result);
  const parties = new Set(parts.map(({ document }) => document.counterparty_id));
  const whole = parts.length === result.allocations.length && parts.length > 0;
  if (!whole || unexplained(line, parts) !== difference || parties.size !== 1) return undefined;
  const oneCurrency = parts.every(({ document }) => document.currency === line.currency);
  if (difference !== 0) {
    if (!oneCurrency || !settlesWhole(parts)) return undefined;
    if (Math.abs(difference) <= limit) return withDifference(parts, difference);
    // A surplus becomes credit of the customer, which only a person or an agent decides.
    const surplus = difference > 0 && parts.length === 1 && kindOf(line) === 'invoice';
    return surplus && result.outcome === 'suggest' ? parts : undefined;
  }
  if (oneCurrency) return parts;
  const [part] = parts;
  if (part === undefined || parts.length > 1) return undefined;
  const settles = result.allocations[0]?.settlesMinor;
  return part.document.balance_minor === settles ? [{ ...part, document_minor: settles }] : undefined;
};

/** What the line lacks of one invoice is settled with it where terms or the country's table say why, to the cent. */
const closeParts = async (
  ctx: WriteScope,
  { line, result, parts }: Suggestible,
  left: ReadonlyMap<string, number>,
  settlements: Settlements,
): Promise<readonly Part[]> => {
  const untaken = parts.every(({ document }) => left.get(document.id) === document.balance_minor);
  if (!untaken || !isShort({ line, result, parts })) return parts;
  const agreed = await closeAgreed(ctx, line, parts, settlements);
  return agreed ?? (result.kind === 'deducted' ? closeTabled(ctx, line, parts) : null) ?? parts;
};

const isShort = ({ line, result, parts }: Suggestible): boolean =>
  differenceOf(result) === 0 && missingOf(line, parts) > 0;

/** Whoever pays a document in another currency pays it whole: the bank's rate is what the two amounts say. */
const impliedRate = (line: BankLine, [part]: readonly Part[]): PaymentRate | null => {
  if (part === undefined || part.document.currency === line.currency) return null;
  const owed = toDecimal(amount(part.document_minor, part.document.currency));
  return {
    rate: owed.div(toDecimal(amount(line.amount_minor, line.currency))),
    date: asDay(line.date),
    source: 'bank line',
  };
};

/** Takes the parts off what is left of their documents, or nothing at all. */
const takes = (parts: readonly Part[], left: Map<string, number>): boolean => {
  // Beside a difference nothing of a document is left, and so nothing of it was taken before.
  const enough = parts.every(
    ({ document, document_minor }) => (left.get(document.id) ?? 0) >= document_minor,
  );
  if (!enough) return false;
  for (const { document, document_minor } of parts) {
    left.set(document.id, (left.get(document.id) ?? 0) - document_minor);
  }
  return true;
};

/** What is suggested must still be payable; two lines may be suggested for one document, since a person decides. */
const fits = (
  { line, result }: Suggestible,
  documents: ReadonlyMap<string, SettledDocument>,
  left: ReadonlyMap<string, number>,
): boolean =>
  result.allocations.every(({ documentId, amountMinor }) => {
    const balance = left.get(documentId) ?? 0;
    return documents.get(documentId)?.currency === line.currency ? balance >= amountMinor : balance > 0;
  });

const suggest = async (ctx: WriteScope, runId: string, findings: readonly Suggestible[]): Promise<void> => {
  if (findings.length === 0) return;
  const created_at = toInstant(ctx.now);
  await insertSuggestions(
    ctx,
    findings.flatMap(({ line, result, parts }) =>
      parts.map(({ document, line_minor, difference_minor = 0, closing, note }, index) => ({
        bank_transaction_id: line.id,
        position: index + 1,
        record_type: document.kind,
        record_id: document.id,
        amount_minor: line_minor,
        difference_minor,
        difference_as: closing?.cause ?? note?.cause ?? null,
        confidence: result.confidence.toFixed(4),
        evidence: index === 0 ? toEvidence(result) : null,
        reasons: shownReasons(result),
        run_id: runId,
        created_at,
      })),
    ),
  );
  await changeLines(
    ctx,
    findings.map(({ line }) => line),
    { match_status: 'suggested' },
  );
  for (const { line, result } of findings) {
    ctx.record({
      event: 'bank_transaction.suggested',
      record_type: 'bank_transaction',
      record_id: line.id,
      before: lineState(line),
      after: {
        ...lineState({ ...line, match_status: 'suggested' }),
        confidence: result.confidence,
        suggested: result.allocations.map(({ documentId }) => documentId),
      },
    });
  }
};
