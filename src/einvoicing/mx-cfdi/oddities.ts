// What is seldom meant on a Mexican draft.
import { type OddDraft, type Oddity, taxedAbroad } from '../oddities.ts';
import { readRfc } from './rfc.ts';

/** Of the general public nobody knows who would owe what is paid later. */
const paidLaterByAnybody = ({ buyer, countryDetails }: OddDraft): Oddity[] => {
  const rfc = readRfc(buyer.tax_id ?? '');
  if ('reason' in rfc || rfc.generic !== 'domestic' || countryDetails['payment_method'] !== 'PPD') return [];
  return [{ path: 'country_details.payment_method', received: 'PPD', usual: 'PUE' }];
};

export const oddities = (draft: OddDraft): readonly Oddity[] => [
  ...taxedAbroad(draft),
  ...paidLaterByAnybody(draft),
];
