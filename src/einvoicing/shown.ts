// What the file of a document says in spellings and codes of its own, and what follows from its days: the parts of a
// `filing_preview` that only its format knows.
import type {
  FilingChannel,
  FilingFormat,
  PreviewAccount,
  PreviewAllowance,
  PreviewFixed,
  PreviewLineAllowance,
  PreviewParty,
  PreviewTax,
} from '../../generated/types.ts';
import { toNumber } from '../base/money/decimal.ts';
import type { LineTax } from './terms.ts';
import type { DocumentLine } from './regime.ts';

export interface ShownParts {
  readonly channel: FilingChannel;
  readonly format: FilingFormat;
  /** The participant on the network; null elsewhere. */
  readonly receiver: string | null;
  readonly seller: Omit<PreviewParty, 'id'>;
  readonly buyer: Omit<PreviewParty, 'id'>;
  readonly payee: PreviewAccount | null;
  /** The tax of the whole, and what is retained of it. */
  readonly taxes: readonly PreviewTax[];
  readonly allowances: readonly PreviewAllowance[];
  readonly charges: readonly PreviewAllowance[];
  readonly fixed: Pick<
    PreviewFixed,
    | 'supply_date'
    | 'global'
    | 'exchange_rate'
    | 'home_currency'
    | 'home_tax_total'
    | 'home_subtotal'
    | 'home_total_with_tax'
  >;
  readonly line: (line: DocumentLine) => {
    readonly unit_code: string | null;
    readonly allowances: readonly PreviewLineAllowance[];
    readonly taxes: readonly PreviewTax[];
  };
}

export const NOT_AT_HOME = {
  home_currency: null,
  home_tax_total: null,
  home_subtotal: null,
  home_total_with_tax: null,
} as const;

/** `category` as the file writes it. */
export const shownLineTax = (
  { tax, factor, rate, base, amount, withheld }: LineTax,
  category: string,
): PreviewTax => ({
  tax,
  category,
  factor,
  rate: factor === 'exempt' ? null : toNumber(rate),
  base: toNumber(base),
  amount: factor === 'exempt' ? null : toNumber(amount),
  withheld,
  reason_code: null,
  reason: null,
});
