// On what a match rests. The same probability is worth more where a number stands in the text than where only days tell
// documents apart, so that each basis has its own way from probability to confidence.
import { findEquals } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, type LineView, type World } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import { classifyIdentity, IDENTITY } from '../evidence/identity.ts';

export const BASES = ['number', 'name', 'series', 'sum', 'shortfall', 'part', 'rate', 'other'] as const;
export type Basis = (typeof BASES)[number];

const OF_KIND = {
  several: 'sum',
  deducted: 'shortfall',
  difference: 'shortfall',
  partial: 'part',
  other_currency: 'rate',
} as const;

export const findBasis = (world: World, view: LineView, hypothesis: Hypothesis): Basis => {
  const { kind, set, documents } = hypothesis;
  if (kind === 'none' || kind === 'payment') return 'other';
  if (kind === 'several' && set?.listed === documents.length) return 'number';
  if (kind !== 'exact') return OF_KIND[kind];
  if (findLevel(view, hypothesis) >= LEVEL.number) return 'number';
  const { line } = view.read;
  const equals = findEquals(world.book, view.type, line.currency, line.amountMinor).byParty;
  if ((equals.get(hypothesis.party)?.length ?? 0) > 1) return 'series';
  const identity = classifyIdentity(view, hypothesis, evidenceFor(world, view, hypothesis.party));
  return identity === IDENTITY.none ? 'other' : 'name';
};
