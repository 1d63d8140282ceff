// Discounts for early payment as a document of a supplier states them.
import { decimal, toText } from '../../../base/money/decimal.ts';
import type { BillContent } from '../../../db/stated-bills.ts';
import type { ReadDocument } from '../../../receiving/reading.ts';
import { AMOUNT } from './amount-text.ts';

const MOST = 20;

/** Without those of which it cannot be said what they are of: a percent of a part never becomes one of the whole. */
export const discountsOf = (stated: ReadDocument['payment']['discounts']): BillContent['discount_terms'] =>
  stated.slice(0, MOST).flatMap(({ percent, days, base }) => {
    const isRead = AMOUNT.test(percent) && (base === null || (AMOUNT.test(base) && !base.startsWith('-')));
    if (!isRead || days < 0) return [];
    const terms = { percent: toText(decimal(percent)), days };
    return [base === null ? terms : { ...terms, base: toText(decimal(base)) }];
  });
