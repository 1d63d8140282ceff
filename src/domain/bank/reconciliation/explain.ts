// What explains bank lines: what is suggested for them, and what they were matched to.
import { english, type Said } from '../../../base/said.ts';
import type { InvoiceCreditNoteId } from '../../../../generated/ids.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import type { BankMatch, DocumentType, MatchRunnerUp, MatchSuggestion } from '../../../../generated/types.ts';
import type { MatchEvidence, StoredRunnerUp } from '../../../db/schema.ts';
import { instantToIso } from '../../../db/instant.ts';
import { formatBillFolio, formatInvoiceFolio } from '../../documents/shared/document.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import type { Explained } from '../transactions/describe.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import { labelledBills, labelledInvoices } from './store/books.ts';
import { type Match, readMatches } from './store/matches.ts';
import { type Suggestion, readSuggestions } from './store/suggestions.ts';

type Row = Pick<BankLine, 'id' | 'currency' | 'match_status'>;

/** Of the items of `reasons` in the spec; LIMITS tells only how many there may be. */
const MAX_REASON = 300;

export type TellReason = (reason: Said) => string;

/** As agents read it. */
export const englishReason: TellReason = (reason) => {
  const text = english(reason);
  return text.length <= MAX_REASON ? text : `${text.slice(0, MAX_REASON - 1)}…`;
};

const NOTHING: Explained = { suggestions: [], matches: [] };

/** By line, the reasons in words; a page costs at most one statement for each kind of what it shows. */
export const explainLines = async (
  ctx: ReadScope,
  rows: readonly Row[],
  tell: TellReason = englishReason,
): Promise<(row: Row) => Explained> => {
  const idsIn = (status: BankLine['match_status']): string[] =>
    rows.flatMap(({ id, match_status }) => (match_status === status ? [id] : []));
  const suggestions = await readSuggestions(ctx, idsIn('suggested'));
  const matches = await readMatches(ctx, idsIn('confirmed'));
  const labels = await labelSuggestions(ctx, suggestions);
  const suggestionsByLine = groupByLine(suggestions);
  const matchesByLine = groupByLine(matches);
  return (row) => {
    const suggested = suggestionsByLine.get(row.id);
    const matched = matchesByLine.get(row.id);
    if (suggested === undefined && matched === undefined) return NOTHING;
    return {
      suggestions: (suggested ?? []).map((each) => describeSuggestion(row, each, labels, tell)),
      matches: (matched ?? []).map((each) => describeMatch(row, each, matched?.[0]?.evidence ?? null, tell)),
    };
  };
};

const groupByLine = <T extends { readonly bank_transaction_id: string }>(
  rows: readonly T[],
): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.bank_transaction_id);
    if (group === undefined) groups.set(row.bank_transaction_id, [row]);
    else group.push(row);
  }
  return groups;
};

const describeSuggestion = (
  { currency }: Row,
  { record_id, record_type, amount_minor, difference_minor, difference_as, confidence, reasons }: Suggestion,
  labels: ReadonlyMap<string, string>,
  tell: TellReason,
): MatchSuggestion => ({
  matched_record_id: record_id,
  matched_record_type: record_type,
  amount: minorToWire(amount_minor, currency),
  difference_amount: differenceToWire(difference_minor, currency),
  ...(difference_as === null ? {} : { difference_as }),
  confidence: toNumber(decimal(confidence)),
  reasons: reasons.map(tell),
  label: labels.get(record_id) ?? record_id,
});

const differenceToWire = (minor: number, currency: string): number | null =>
  minor === 0 ? null : minorToWire(minor, currency);

/** `evidence`: what the matcher said of the line; its first row has it. */
const describeMatch = (
  { currency }: Row,
  match: Match,
  evidence: MatchEvidence | null,
  tell: TellReason,
): BankMatch => ({
  matched_record_id: match.record_id,
  matched_record_type: match.record_type,
  amount: minorToWire(match.amount_minor, currency),
  difference_amount: differenceToWire(match.difference_minor, currency),
  ...(match.difference_as === null ? {} : { difference_as: match.difference_as }),
  ...(match.credit_note_id === null ? {} : { credit_note_id: match.credit_note_id as InvoiceCreditNoteId }),
  payment_id: match.payment_id,
  source: match.source,
  confirmed_at: instantToIso(match.confirmed_at),
  confirmed_by: match.confirmed_by,
  confidence: match.confidence === null ? null : toNumber(decimal(match.confidence)),
  probability: evidence?.probability ?? null,
  reasons: evidence === null ? null : evidence.reasons.map(tell),
  runner_up: describeRunnerUp(evidence?.runner_up ?? null, tell),
});

const MAX_RECORDS = LIMITS.MatchRunnerUp.matched_record_ids;

const describeRunnerUp = (runnerUp: StoredRunnerUp | null, tell: TellReason): MatchRunnerUp | null =>
  runnerUp === null
    ? null
    : {
        matched_record_ids: runnerUp.allocations.slice(0, MAX_RECORDS).map(({ record_id }) => record_id),
        probability: runnerUp.probability,
        difference: tell(runnerUp.difference),
      };

/** Number and counterparty of each suggested document. */
export const labelSuggestions = async (
  ctx: ReadScope,
  suggestions: readonly Pick<Suggestion, 'record_id' | 'record_type'>[],
): Promise<ReadonlyMap<string, string>> => {
  const listIds = (kind: DocumentType): string[] => [
    ...new Set(
      suggestions.flatMap(({ record_type, record_id }) => (record_type === kind ? [record_id] : [])),
    ),
  ];
  const invoices = await labelledInvoices(ctx, listIds('invoice'));
  const bills = await labelledBills(ctx, listIds('bill'));
  return new Map([
    ...invoices.map((row) => [row.id, `${formatInvoiceFolio(row) ?? row.id} – ${row.name}`] as const),
    ...bills.map((row) => [row.id, `${formatBillFolio(row) ?? row.id} – ${row.name}`] as const),
  ]);
};
