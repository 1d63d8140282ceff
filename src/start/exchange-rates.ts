// Which banks the configuration names.
import { type Country, COUNTRIES } from '../../generated/countries.ts';
import type { Config } from '../base/config.ts';
import { banxico } from '../providers/exchange-rates/banxico.ts';
import { ecb } from '../providers/exchange-rates/ecb.ts';
import type { FetchingProvider } from '../base/rate-source.ts';

export type RateConfig = Pick<
  Config,
  'banxico_token' | 'banxico_url' | 'ecb_rates' | 'ecb_url' | 'enabled_countries'
>;

/** Pesos come from Banco de México, as the law of Mexico has it; everything else, and pesos without it, from the ECB. */
export const rateProviders = (config: RateConfig): FetchingProvider[] => {
  const token = config.banxico_token;
  const quotes = listCurrencies(config).filter((currency) => token === null || currency !== 'MXN');
  return [
    ...(token === null ? [] : [banxico({ url: config.banxico_url, token })]),
    ...(config.ecb_rates ? [ecb({ url: config.ecb_url, quotes })] : []),
  ];
};

/** The currencies that companies may keep their books in here. */
const listCurrencies = ({ enabled_countries }: RateConfig): string[] => {
  const countries = Object.keys(COUNTRIES) as Country[];
  const open = countries.filter(
    (code) => COUNTRIES[code].status === 'full' || enabled_countries.includes(code),
  );
  return [...new Set(open.map((code) => COUNTRIES[code].currency))];
};
