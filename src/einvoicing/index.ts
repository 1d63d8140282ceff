// The regime that files the invoices of each country.
import { COUNTRIES, type Country, type CountryData } from '../../generated/countries.ts';
import { mxCfdi } from './mx-cfdi/index.ts';
import { peppolUbl } from './peppol-ubl/index.ts';
import type { Regime } from './regime.ts';

/** A country file that names an unknown regime does not compile. */
const REGIMES: Readonly<Record<CountryData['regime'], Regime>> = {
  'mx-cfdi': mxCfdi,
  'peppol-ubl': peppolUbl,
};

/** The regime of the entity's country; it is never chosen per call. */
export const regimeOf = (country: Country): Regime => REGIMES[COUNTRIES[country].regime];
