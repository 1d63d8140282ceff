// The taxes of an invoice that a payment settles: a share of what credit notes and earlier payments have left.
import type { ComplementEntry } from '../../../db/stated.ts';
import type { Entity } from '../../../base/entity.ts';
import { type Amount, amount } from '../../../base/money/amount.ts';
import { ZERO, decimal, decimalOfInteger, isPositive, toText } from '../../../base/money/decimal.ts';
import { FACTORS } from '../../../einvoicing/mx-cfdi/codes.ts';
import type { TaxShare, TaxShares } from '../../../einvoicing/mx-cfdi/payment/document.ts';
import {
  type InvoiceTax,
  settleTaxes,
  splitTaxes,
  taxKey,
} from '../../../einvoicing/mx-cfdi/payment/tax-shares.ts';
import type { DocumentLine } from '../../../einvoicing/regime.ts';
import { toNoteDocument } from '../credit-notes/content.ts';
import type { NoteRecord } from '../credit-notes/record.ts';

export const PERCENT = decimal('100');

/** The taxes of all lines, one for each key; nothing of them is settled yet. */
export const listTaxes = (lines: readonly Pick<DocumentLine, 'taxes'>[]): readonly InvoiceTax[] => {
  const found = new Map<string, InvoiceTax>();
  for (const { category, factor, rate, base, withheld } of lines.flatMap(({ taxes }) => taxes)) {
    const kind = withheld ? 'withheld' : 'transferred';
    const share = factor === 'exempt' ? null : factor === 'rate' ? rate.div(PERCENT) : rate;
    const key = { tax: category, factor: FACTORS[factor], rate: share };
    const name = `${kind} ${taxKey(key)}`;
    found.set(name, { kind, ...key, base: base.plus(found.get(name)?.base ?? ZERO), settled: ZERO });
  }
  return [...found.values()];
};

const asShares = (taxes: readonly InvoiceTax[]): TaxShares => {
  const ofKind = (kind: keyof TaxShares): readonly TaxShare[] =>
    taxes
      .filter((tax) => tax.kind === kind)
      .map(({ tax, factor, rate, base }) => ({ tax, factor, rate, base, amount: null }));
  return { withheld: ofKind('withheld'), transferred: ofKind('transferred') };
};

type Stored = ComplementEntry['taxes'];

export const readShares = ({ withheld, transferred }: Stored): TaxShares => {
  const read = (rows: Stored['withheld']): readonly TaxShare[] =>
    rows.map(({ tax, factor, rate, base, amount: share }) => ({
      tax,
      factor,
      rate: rate === null ? null : decimal(rate),
      base: decimal(base),
      amount: share === null ? null : decimal(share),
    }));
  return { withheld: read(withheld), transferred: read(transferred) };
};

export const storeShares = ({ withheld, transferred }: TaxShares): Stored => {
  const store = (rows: readonly TaxShare[]): Stored['withheld'] =>
    rows.map(({ tax, factor, rate, base, amount: share }) => ({
      tax,
      factor,
      rate: rate === null ? null : toText(rate),
      base: toText(base),
      amount: share === null ? null : toText(share),
    }));
  return { withheld: store(withheld), transferred: store(transferred) };
};

export interface Settled {
  readonly entity: Entity;
  readonly total: Amount;
  readonly lines: readonly DocumentLine[];
  /** The filed credit notes of the invoice. */
  readonly notes: readonly NoteRecord[];
  /** The earlier instalments. */
  readonly earlier: readonly ComplementEntry[];
}

/** The shares of a payment that takes the balance from `before` down by `paid`. */
export const shareTaxes = (settled: Settled, before: Amount, paid: Amount): TaxShares => {
  const { entity, total, lines, notes, earlier } = settled;
  const noted = notes.reduce((sum, { header }) => sum + header.total_minor, 0);
  const paidBefore = earlier.reduce((sum, entry) => sum + entry.paid_minor, 0);
  // What an earlier system or a note without lines took away has no taxes of its own: it is spread over all.
  const unknown = Math.max(0, total.minor - before.minor - noted - paidBefore);
  const left = decimalOfInteger(total.minor - unknown).div(decimalOfInteger(total.minor));
  let taxes = listTaxes(lines).map((tax) => ({ ...tax, base: tax.base.times(left) }));
  const settle = (shares: TaxShares): void => {
    taxes = [...settleTaxes(taxes, shares)];
  };
  for (const note of notes) settle(asShares(listTaxes(toNoteDocument(entity, note).lines)));
  for (const entry of earlier) settle(readShares(entry.taxes));
  return splitTaxes(taxes, { balanceBefore: before, paid });
};

/** Whether the books know how the invoice is taxed: a line without tax says so, a taxed one has a base. */
export const hasTaxes = (lines: readonly DocumentLine[]): boolean =>
  listTaxes(lines).some(({ base }) => isPositive(base));

export const entryAmount = (minor: number, { currency }: Pick<ComplementEntry, 'currency'>): Amount =>
  amount(minor, currency);
