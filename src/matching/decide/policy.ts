// From a probability to the confidence that the service promises: monotone, piecewise linear in log-odds, with its
// anchors from lines that the weights were not fitted on.
import type { Anchors } from '../model/weights.ts';
import { SERVICE } from '../../../generated/service.ts';

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
