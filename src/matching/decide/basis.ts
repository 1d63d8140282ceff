// On what a match rests. The same probability is worth more where a number stands in the text than where only days tell
// documents apart, so that each basis has its own way from probability to confidence.
import { findEquals } from '../books/book.ts';
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { type LineView, type World, evidenceFor } from '../candidates/view.ts';
import { findLevel } from '../evidence/folio.ts';
import { IDENTITY, classifyIdentity } from '../evidence/identity.ts';
import type { Anchors } from '../model/weights.ts';
import { SERVICE } from '../../../generated/service.ts';

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
  if (kind === 'several' && set?.listed === documents.length)
    return set.short === null ? 'number' : 'shortfall';
  if (kind !== 'exact') return OF_KIND[kind];
  if (findLevel(view, hypothesis) >= LEVEL.number) return 'number';
  const { line } = view.read;
  const equals = findEquals(world.book, view.type, line.currency, line.amountMinor).byParty;
  if ((equals.get(hypothesis.party)?.length ?? 0) > 1) return 'series';
  const identity = classifyIdentity(view, hypothesis, evidenceFor(world, view, hypothesis.party));
  return identity === IDENTITY.none ? 'other' : 'name';
};

const EDGE = 1e-6;
const logit = (probability: number): number => {
  const held = Math.min(1 - EDGE, Math.max(EDGE, probability));
  return Math.log(held / (1 - held));
};

/** The anchors rise in both numbers. */
export const toConfidence = (probability: number, anchors: Anchors): number => {
  const at = logit(probability);
  let [fromP, fromC] = anchors[0] ?? [0, 0];
  for (const [toP, toC] of anchors) {
    if (at < logit(toP)) {
      const width = logit(toP) - logit(fromP);
      return width <= 0 ? fromC : fromC + ((toC - fromC) * (at - logit(fromP))) / width;
    }
    [fromP, fromC] = [toP, toC];
  }
  return fromC;
};

/** The highest confidence of a match that a gate keeps from being confirmed automatically. */
export const CAPPED = SERVICE.matching.auto_confirm - 0.01;

/** Two decimals, never rounded up over a threshold. */
export const roundDown = (confidence: number): number => Math.floor(confidence * 1000 + 1e-9) / 1000;
