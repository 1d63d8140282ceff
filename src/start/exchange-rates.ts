// The banks that the configuration names as sources of exchange rates.
import { type Country, COUNTRIES } from '../../generated/countries.ts';
import type { Config } from '../base/config.ts';
import { banxico } from '../providers/exchange-rates/banxico.ts';
import { ecb } from '../providers/exchange-rates/ecb.ts';
import type { FetchingProvider } from '../base/exchange-rate.ts';

export type RateConfig = Pick<
  Config,
  'banxico_token' | 'banxico_url' | 'ecb_rates' | 'ecb_url' | 'enabled_countries'
>;

/** Mexican law requires Banco de México's rates for pesos; all other rates, and pesos without it, come from the ECB. */
export const rateProviders = (config: RateConfig): FetchingProvider[] => {
  const token = config.banxico_token;
  const quotes = listCurrencies(config).filter((currency) => token === null || currency !== 'MXN');
  return [
    ...(token === null ? [] : [banxico({ url: config.banxico_url, token })]),
    ...(config.ecb_rates ? [ecb({ url: config.ecb_url, quotes })] : []),
  ];
};

/** The currencies in which companies may keep their books in this installation. */
const listCurrencies = ({ enabled_countries }: RateConfig): string[] => {
  const countries = Object.keys(COUNTRIES) as Country[];
  const open = countries.filter(
    (code) => COUNTRIES[code].status === 'full' || enabled_countries.includes(code),
  );
  return [...new Set(open.map((code) => COUNTRIES[code].currency))];
};
