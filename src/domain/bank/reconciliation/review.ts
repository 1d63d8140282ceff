// What a person sees of a bank line before deciding: what is suggested and why, what came next, which other documents
// are owed the same amount, and which recorded payments it may be.
import type { Said } from '../../../base/said.ts';
import type { DifferenceCause, DocumentType } from '../../../../generated/types.ts';
import { decimal, toNumber } from '../../../base/money/decimal.ts';
import type { Raises } from '../../../base/raises.ts';
import { has, searchDocuments } from '../../documents/shared/search.ts';
import { billIndex, invoiceIndex } from '../../documents/shared/store/indexes.ts';
import { kindOf } from '../transactions/line.ts';
import { type BankLine, findLine } from '../transactions/store/lines.ts';
import { sumByStatus } from '../transactions/store/counts.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type Candidate, findCandidates, findOwing } from './store/candidates.ts';
import { readStanding, type Standing } from './standing.ts';
import { readSuggestions } from './store/suggestions.ts';
import { seenOf } from './seen.ts';

export interface ReviewedPart {
  readonly document: Candidate;
  /** Of the line. */
  readonly amount_minor: number;
}

export interface Proposal {
  readonly parts: readonly ReviewedPart[];
  /** Of the line beyond its parts. */
  readonly difference_minor: number;
  /** Why it is less. */
  readonly difference_as?: DifferenceCause | null;
  /** Of the suggestion: from 0 to 1, with the caps of the rules. */
  readonly confidence: number;
  readonly reasons: readonly Said[];
}

export interface Review {
  readonly line: BankLine;
  /** Changes whenever the line or what is suggested for it changes. */
  readonly seen: string;
  readonly kind: DocumentType;
  readonly suggestion: Proposal | null;
  readonly runner_up: Proposal | null;
  /** Why the suggestion comes before the runner-up. */
  readonly difference: Said | null;
  readonly owing: readonly Candidate[];
  readonly standing: Standing;
}

const SHOWN = 7;

export const reviewLine = async (ctx: ReadScope, id: string): Promise<Review | undefined> => {
  const line = await findLine(ctx, id);
  if (line === undefined) return undefined;
  const open = line.match_status === 'suggested' || line.match_status === 'unmatched';
  const rows = line.match_status === 'suggested' ? await readSuggestions(ctx, [id]) : [];
  const kind = kindOf(line);
  const [first] = rows;
  const next = first?.evidence?.runner_up ?? null;
  const ids = [...rows, ...(next?.allocations ?? [])].map(({ record_id }) => record_id);
  const known = await findCandidates(ctx, kind, [...new Set(ids)]);
  const suggestion =
    first === undefined
      ? null
      : {
          parts: partsOf(known, rows),
          difference_minor: rows.reduce((sum, { difference_minor }) => sum + difference_minor, 0),
          difference_as: first.difference_as,
          confidence: toNumber(decimal(first.confidence)),
          reasons: first.reasons,
        };
  return {
    line,
    seen: seenOf(line, rows),
    kind,
    suggestion,
    runner_up: runnerUp(known, next),
    difference: next?.difference ?? null,
    owing: open ? await findOwing(ctx, kind, line, SHOWN) : [],
    standing: await readStanding(ctx, line, rows),
  };
};

const partsOf = (
  known: readonly Candidate[],
  rows: readonly { readonly record_id: string; readonly amount_minor: number }[],
): ReviewedPart[] =>
  rows.flatMap(({ record_id, amount_minor }) => {
    const document = known.find(({ id }) => id === record_id);
    return document === undefined ? [] : [{ document, amount_minor }];
  });

/** It may be that no document belongs to the line, which is no choice here. */
const runnerUp = (
  known: readonly Candidate[],
  next: { readonly allocations: Parameters<typeof partsOf>[1]; readonly probability: number } | null,
): Proposal | null => {
  const parts = partsOf(known, next?.allocations ?? []);
  if (next === null || parts.length === 0 || !parts.every(({ document }) => document.open)) return null;
  return { parts, difference_minor: 0, confidence: next.probability, reasons: [] };
};

export interface Progress {
  readonly decided: number;
  readonly total: number;
  /** What no document and nobody explains yet, in and out alike. */
  readonly unexplained_minor: number;
  readonly suggested: number;
  readonly unmatched: number;
}

/** How far the lines of an account are decided. */
export const readProgress = async (ctx: ReadScope, accountId: string): Promise<Progress> => {
  const rows = await sumByStatus(ctx, accountId);
  const sum = (column: 'count' | 'amount_minor', ...statuses: readonly string[]): number =>
    rows.reduce((all, row) => (statuses.includes(row.match_status) ? all + row[column] : all), 0);
  return {
    decided: sum('count', 'confirmed', 'no_match'),
    total: sum('count', 'confirmed', 'no_match', 'suggested', 'unmatched'),
    unexplained_minor: sum('amount_minor', 'suggested', 'unmatched'),
    suggested: sum('count', 'suggested'),
    unmatched: sum('count', 'unmatched'),
  };
};

/** Open documents that have this text; due on any day. */
export const searchCandidates = async (
  ctx: ReadScope & Raises<'invalid_cursor'>,
  kind: DocumentType,
  query: string,
): Promise<readonly Candidate[]> => {
  const conditions = [has('open', '=', true)];
  const asked = { query, limit: SHOWN };
  const page =
    kind === 'invoice'
      ? await searchDocuments(
          ctx,
          { tool: 'search_invoices', ...asked },
          { kind, index: invoiceIndex(conditions), conditions },
          ['open'],
        )
      : await searchDocuments(
          ctx,
          { tool: 'search_bills', ...asked },
          { kind, index: billIndex(conditions), conditions },
          ['open'],
        );
  const ids = page.data.map(({ id }) => id);
  const found = await findCandidates(ctx, kind, ids);
  return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
};
