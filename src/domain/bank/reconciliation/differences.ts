// Small differences between a bank line and the documents that it settles: banks and people round, and drop cents. They
// are booked apart up to a limit that the company sets, and only by bank matches.
import { SERVICE } from '../../../../generated/service.ts';
import { parseAmount } from '../../../base/money/amount.ts';
import { currencyDigits } from '../../../base/money/currency.ts';
import { decimal, toText, truncate } from '../../../base/money/decimal.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { getEntity } from '../../ground/entities/store.ts';
import type { BankLine } from '../transactions/store/lines.ts';
import type { Part } from './book.ts';

/** In minor units. The limit is a number of units of the line's own currency, whichever that is. */
export const differenceLimit = async (ctx: ReadScope, currency: string): Promise<number> => {
  // As it stands now: a run may carry the company as it was when it began.
  const { details } = await getEntity(ctx.db, ctx.entity.id);
  const limit = decimal(details.difference_limit ?? SERVICE.limits.difference_limit);
  return parseAmount(toText(truncate(limit, currencyDigits(currency))), currency).minor;
};

/** Whoever leaves a difference settles documents whole: what is left of one is no difference. */
export const settlesWhole = (parts: readonly Part[]): boolean =>
  parts.every(({ document, document_minor }) => document_minor === document.balance_minor);

/** The last document takes it. */
export const withDifference = (parts: readonly Part[], difference_minor: number): readonly Part[] =>
  parts.map((part, index) => (index === parts.length - 1 ? { ...part, difference_minor } : part));

/** What of the line the parts do not explain: a difference, or a surplus. */
export const unexplained = (
  { amount_minor }: Pick<BankLine, 'amount_minor'>,
  parts: readonly Part[],
): number => amount_minor - parts.reduce((sum, { line_minor }) => sum + line_minor, 0);
