// What is seldom meant on a draft, though the rules allow it.
import { isPositive, toText } from '../base/money/decimal.ts';
import type { InvoiceDocument } from './regime.ts';

export interface Oddity {
  readonly path: string;
  readonly received: string;
  readonly usual: string;
}

export type OddDraft = Pick<InvoiceDocument, 'seller' | 'buyer' | 'countryDetails'> & {
  readonly lines: readonly Pick<InvoiceDocument['lines'][number], 'taxRate' | 'countryDetails'>[];
};

/** The first line that taxes a customer abroad as one at home. */
export const taxedAbroad = ({ seller, buyer, lines }: OddDraft): Oddity[] => {
  if (buyer.country_code === seller.country_code) return [];
  const index = lines.findIndex(({ taxRate }) => isPositive(taxRate));
  const line = lines[index];
  if (line === undefined) return [];
  return [
    {
      path: `line_items[${index}].country_details.tax_rate`,
      received: `${toText(line.taxRate)} %`,
      usual: `0 % to a customer in ${buyer.country_code}`,
    },
  ];
};
