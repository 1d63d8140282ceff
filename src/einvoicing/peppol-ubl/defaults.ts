// What the spec says of an invoice in a country of the network.
import { type Country, INVOICE_DEFAULTS } from '../../../generated/countries.ts';

interface Defaults {
  /** UN/ECE rec 20: what a line counts. */
  readonly unit_code: string;
  readonly payment_means_code: string;
  readonly payment_means_code_of_account: string;
  readonly payment_means_code_of_sepa_iban: string;
}

export const defaultsOf = (country: Country): Defaults => {
  const defaults = INVOICE_DEFAULTS[country];
  if ('payment_means_code' in defaults) return defaults;
  throw new Error(`spec/countries/${country}.yaml has no defaults of peppol-ubl`);
};
