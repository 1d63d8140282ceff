// Which rules a counterparty of a country follows.
import type { CountryData } from '../../generated/countries.ts';
import type { CounterpartyRules } from './counterparty-rules.ts';
import { findCountry } from '../base/country-codes.ts';
import { MX_COUNTERPARTY } from './mx-cfdi/counterparty.ts';
import { PEPPOL_COUNTERPARTY } from './peppol-ubl/counterparty.ts';

const BY_REGIME: Readonly<Record<CountryData['regime'], CounterpartyRules>> = {
  'mx-cfdi': MX_COUNTERPARTY,
  'peppol-ubl': PEPPOL_COUNTERPARTY,
};

/** Countries without a file of their own are addressed as Peppol ones, whose fields all countries have. */
export const counterpartyRules = (country: string): CounterpartyRules =>
  BY_REGIME[findCountry(country)?.regime ?? 'peppol-ubl'];
