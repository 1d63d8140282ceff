// Evidence that a recorded payment, which no bank line explains yet, is this line.
import { LEVEL } from '../books/folio.ts';
import type { Hypothesis } from '../candidates/hypothesis.ts';
import type { LineView, World } from '../candidates/view.ts';
import { findBin, feature, features, type Sink } from '../model/features.ts';
import { dayNumber } from '../text/days.ts';
import { fold } from '../text/fold.ts';

const BIAS = feature('payment.bias');
const DAYS = features('payment.days', ['same', 'near', 'week', 'far']);
const EQUAL = feature('payment.others_equal');
const REFERENCE = feature('payment.reference');
const NUMBER = feature('payment.number');

export const paymentFeatures = (
  sink: Sink,
  world: World,
  view: LineView,
  hypothesis: Hypothesis,
  equals: number,
): void => {
  const payment = hypothesis.payment;
  if (payment === null) return;
  sink.add(BIAS);
  sink.add(DAYS[findBin(Math.abs(dayNumber(payment.date) - view.read.day), [2, 4, 7])] ?? 0);
  if (equals > 1) sink.add(EQUAL, Math.log(equals));
  const reference = payment.reference === null ? '' : fold(payment.reference).trim();
  if (reference.length >= 4 && view.read.text.includes(reference)) sink.add(REFERENCE);
  const ids = new Set(payment.documentIds);
  for (const [at, level] of view.mentions.levels) {
    if (level >= LEVEL.short && ids.has(world.book.documents[at]?.document.id ?? '')) {
      sink.add(NUMBER);
      return;
    }
  }
};
