// The amounts of an opening item: its total, its remaining balance, and the exchange rate.
import type { BillStatus, DocumentType, InvoiceStatus } from '../../../../../generated/types.ts';
import { balanceOf, isOwed, openFlag } from '../../../documents/shared/settle.ts';
import { type Amount, amountText, compare, subtract } from '../../../../base/money/amount.ts';
import { readAmount } from '../../../../base/money/wire.ts';
import type { ExchangeRate } from '../../../../base/exchange-rate.ts';
import { isCurrency } from '../../../../base/money/currency.ts';
import { asDay } from '../../../../base/time/day.ts';
import { rateIfKnown } from '../../../money/exchange-rates/latest-rate.ts';
import { Refusal } from '../../../../base/refusal.ts';
import type { ImportScope } from '../importer.ts';

export interface FigureRow {
  readonly total: number;
  readonly balance_due?: number | undefined;
  readonly status: InvoiceStatus | BillStatus;
}

export interface OpeningFigures {
  readonly total: Amount;
  readonly columns: {
    readonly paid_minor: number;
    readonly presettled_minor: number;
    readonly balance_minor: number;
    readonly open: boolean;
  };
}

export const readFigures = (
  ctx: ImportScope,
  kind: DocumentType,
  row: FigureRow,
  currency: string,
): OpeningFigures => {
  const { status } = row;
  const total = readAmount(ctx, 'total', row.total, currency);
  const presettled = subtract(total, balanceFor(ctx, kind, row, total));
  const settled = isOwed(kind, status) ? presettled.minor : 0;
  const balance_minor = balanceOf({
    status,
    total_minor: total.minor,
    paid_minor: settled,
    credited_minor: 0,
  });
  return {
    total,
    columns: {
      paid_minor: settled,
      presettled_minor: settled,
      balance_minor,
      open: openFlag(kind, status, balance_minor),
    },
  };
};

/**
 * The row's balance, which must fit the state of the document. Drafts and closed documents have none; some systems
 * export their total as the balance.
 */
const balanceFor = (
  ctx: ImportScope,
  kind: DocumentType,
  { balance_due, status }: FigureRow,
  total: Amount,
): Amount => {
  if (balance_due === undefined) return total;
  const balance = readAmount(ctx, 'balance_due', balance_due, total.currency);
  if (compare(balance, total) > 0) {
    throw refusal(`balance_due ${amountText(balance)} is more than the total ${amountText(total)}`);
  }
  if (!isOwed(kind, status) && balance.minor !== 0 && balance.minor !== total.minor) {
    throw refusal(`balance_due ${amountText(balance)} cannot be that of a document that is ${status}`);
  }
  return balance;
};

const refusal = (message: string): Refusal => new Refusal('invalid_value', message);

/** Lines must add up to the header. */
export const requireTotal = (total: Amount, fromLines: Amount): void => {
  if (compare(total, fromLines) === 0) return;
  throw refusal(`the lines sum to ${amountText(fromLines)} with tax, but total is ${amountText(total)}`);
};

/** Null if no rate is known, and for the entity's own currency: an opening item may lack a rate. */
export type Rates = (currency: string, day: string) => ExchangeRate | null;

interface Dated {
  readonly currency?: string | undefined;
  readonly issue_date: string;
}

/** Caches exchange rates for a batch: one look-up per currency and day. */
export const readRates = async (ctx: ImportScope, rows: readonly Dated[]): Promise<Rates> => {
  const rates = new Map<string, ExchangeRate | null>();
  for (const { currency, issue_date } of rows) {
    if (currency === undefined || currency === ctx.entity.currency || !isCurrency(currency)) continue;
    const key = `${currency} ${issue_date}`;
    if (!rates.has(key)) rates.set(key, await rateIfKnown(ctx, currency, asDay(issue_date)));
  }
  return (currency, day) => rates.get(`${currency} ${day}`) ?? null;
};
