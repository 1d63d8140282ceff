// What the spec says of invoices in a country of the network: the format and the defaults.
import { type Country, COUNTRIES, INVOICE_DEFAULTS, type Profile } from '../../../generated/countries.ts';
import type { IsoDay } from '../../base/time/day.ts';

/** What decides on the version of the format, besides country and day. */
export interface Receiver {
  readonly country: string;
  readonly byEmail: boolean;
}

const DEFAULT_RECEIVER: Receiver = { country: '', byEmail: false };

/** Whether documents by e-mail have a format of their own; those of other countries go as a PDF alone. */
export const hasEmailFormat = (country: Country): boolean =>
  COUNTRIES[country].profiles?.some(({ only }) => only === 'email') === true;

/** The version of the format on the day of issue; undefined before the country's first profile, and for a PDF alone. */
export const profileFor = (
  country: Country,
  day: IsoDay,
  receiver: Receiver = DEFAULT_RECEIVER,
): Profile | undefined => {
  const inForce = COUNTRIES[country].profiles?.filter(
    ({ from, to }) => from <= day && (to === undefined || day <= to),
  );
  if (receiver.byEmail) return inForce?.find(({ only }) => only === 'email');
  const special = receiver.country === country ? 'domestic' : undefined;
  return (
    inForce?.find(({ only }) => only !== undefined && only === special) ??
    inForce?.find(({ only }) => only === undefined)
  );
};

interface Defaults {
  /** UN/ECE recommendation 20: the unit of a line's quantity. */
  readonly unit_code: string;
  readonly payment_means_code: string;
  readonly payment_means_code_of_account: string;
  readonly payment_means_code_of_sepa_iban: string;
}

export const findDefaults = (country: Country): Defaults => {
  const defaults = INVOICE_DEFAULTS[country];
  if ('payment_means_code' in defaults) return defaults;
  throw new Error(`spec/countries/${country}.yaml has no defaults of peppol-ubl`);
};
