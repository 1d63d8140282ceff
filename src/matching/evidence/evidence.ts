// All evidence of the first pass for one hypothesis of a line.
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import { evidenceFor, nameLikeness, type LineView, type World } from '../candidates/view.ts';
import type { Sink } from '../model/features.ts';
import { amountFeatures } from './amount.ts';
import { dateFeatures } from './dates.ts';
import { folioFeatures, findLevel } from './folio.ts';
import { findGroup } from './groups.ts';
import { classifyIdentity } from './identity.ts';
import { noneFeatures } from './none.ts';
import { partyFeatures } from './party.ts';
import { togetherFeatures } from './together.ts';
import { paymentFeatures } from './payment.ts';

export const gatherEvidence = (
  sink: Sink,
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
  all: readonly Hypothesis[],
): void => {
  if (hypothesis.kind === 'none') {
    noneFeatures(sink, world, view, all);
    return;
  }
  const group = findGroup(hypothesis.kind);
  const own = evidenceFor(world, view, hypothesis.party);
  const isNumbered = hypothesis.kind === 'exact' && findLevel(view, hypothesis) >= LEVEL.short;
  partyFeatures(sink, view, own, { group, isNumbered }, (at) => {
    const fit = view.parties[at];
    return fit === undefined ? 0 : nameLikeness(fit);
  });
  if (hypothesis.kind === 'payment') {
    paymentFeatures(sink, world, view, hypothesis, all.filter((other) => other.kind === 'payment').length);
    return;
  }
  const level = folioFeatures(sink, world, view, hypothesis, group);
  const identity = classifyIdentity(view, hypothesis, own);
  togetherFeatures(sink, world, view, hypothesis, { own, level, identity });
  amountFeatures(sink, world, view, hypothesis);
  dateFeatures(sink, world, view, hypothesis, group, identity);
};
