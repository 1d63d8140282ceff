// What is known of bank lines beyond their rows: what is suggested for them, and what they were matched to.
import type { BankMatch, MatchSuggestion } from '../../../generated/types.ts';
import { instantToIso } from '../../db/instant.ts';
import type { DocumentKind } from '../../db/schema.ts';
import { scoped } from '../../db/scoped.ts';
import { formatBillFolio } from '../documents/folio.ts';
import { formatInvoiceFolio } from '../documents/folio.ts';
import { minorToWire } from '../../base/money/amount.ts';
import { decimal, toNumber } from '../../base/money/decimal.ts';
import type { ReadScope } from '../change/scope.ts';
import { type Match, matchesOf } from '../reconciliation/matches.ts';
import { type Suggestion, suggestionsOf } from '../reconciliation/suggestions.ts';

interface Row {
  readonly id: string;
  readonly currency: string;
  readonly match_status: string;
}

export interface Explained {
  readonly suggestions: MatchSuggestion[];
  readonly matches: BankMatch[];
}

const NOTHING: Explained = { suggestions: [], matches: [] };

/** By line; a page costs at most one statement for each kind of what it shows. */
export const explain = async (ctx: ReadScope, rows: readonly Row[]): Promise<(row: Row) => Explained> => {
  const idsOf = (status: string): string[] =>
    rows.flatMap(({ id, match_status }) => (match_status === status ? [id] : []));
  const suggestions = await suggestionsOf(ctx, idsOf('suggested'));
  const matches = await matchesOf(ctx, idsOf('confirmed'));
  const labels = await labelsOf(ctx, suggestions);
  const suggestionsByLine = grouped(suggestions);
  const matchesByLine = grouped(matches);
  return (row) => {
    const suggested = suggestionsByLine.get(row.id);
    const matched = matchesByLine.get(row.id);
    if (suggested === undefined && matched === undefined) return NOTHING;
    return {
      suggestions: (suggested ?? []).map((each) => describeSuggestion(row, each, labels)),
      matches: (matched ?? []).map((each) => describeMatch(row, each)),
    };
  };
};

const grouped = <T extends { readonly bank_transaction_id: string }>(
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
  { record_id, record_type, amount_minor, confidence, reasons }: Suggestion,
  labels: ReadonlyMap<string, string>,
): MatchSuggestion => ({
  matched_record_id: record_id,
  matched_record_type: record_type,
  amount: minorToWire(amount_minor, currency),
  confidence: toNumber(decimal(confidence)),
  reasons: [...reasons],
  label: labels.get(record_id) ?? record_id,
});

const describeMatch = (
  { currency }: Row,
  { record_id, record_type, amount_minor, payment_id, source, confirmed_at, confirmed_by }: Match,
): BankMatch => ({
  matched_record_id: record_id,
  matched_record_type: record_type,
  amount: minorToWire(amount_minor, currency),
  payment_id,
  source,
  confirmed_at: instantToIso(confirmed_at),
  confirmed_by,
});

/** Number and counterparty of each suggested document. */
const labelsOf = async (
  ctx: ReadScope,
  suggestions: readonly Suggestion[],
): Promise<ReadonlyMap<string, string>> => {
  const idsOf = (kind: DocumentKind): string[] => [
    ...new Set(
      suggestions.flatMap(({ record_type, record_id }) => (record_type === kind ? [record_id] : [])),
    ),
  ];
  const invoices = await labelledInvoices(ctx, idsOf('invoice'));
  const bills = await labelledBills(ctx, idsOf('bill'));
  return new Map([
    ...invoices.map((row) => [row.id, `${formatInvoiceFolio(row) ?? row.id} – ${row.name}`] as const),
    ...bills.map((row) => [row.id, `${formatBillFolio(row) ?? row.id} – ${row.name}`] as const),
  ]);
};

const labelledInvoices = async (ctx: ReadScope, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : scoped(ctx, 'invoice')
        .select()
        .innerJoin('counterparty', (join) =>
          join
            .onRef('counterparty.entity_id', '=', 'invoice.entity_id')
            .onRef('counterparty.id', '=', 'invoice.counterparty_id'),
        )
        .select(['invoice.id', 'invoice.series', 'invoice.number', 'counterparty.name'])
        .where('invoice.id', 'in', ids)
        .execute();

const labelledBills = async (ctx: ReadScope, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : scoped(ctx, 'bill')
        .select()
        .innerJoin('counterparty', (join) =>
          join
            .onRef('counterparty.entity_id', '=', 'bill.entity_id')
            .onRef('counterparty.id', '=', 'bill.counterparty_id'),
        )
        .select(['bill.id', 'bill.series', 'bill.bill_number', 'counterparty.name'])
        .where('bill.id', 'in', ids)
        .execute();
