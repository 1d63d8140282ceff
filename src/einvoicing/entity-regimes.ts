// Which rules an entity of a country follows.
import { type Country, COUNTRIES, type CountryData } from '../../generated/countries.ts';
import { acceptRetention } from './entity-rules.ts';
import type { CheckedEntity, EntityInput, EntityRules } from './entity-rules.ts';
import { checkMxEntity } from './mx-cfdi/entity.ts';
import { checkPeppolEntity } from './peppol-ubl/entity.ts';

const BY_REGIME: Readonly<Record<CountryData['regime'], EntityRules>> = {
  'mx-cfdi': checkMxEntity,
  'peppol-ubl': checkPeppolEntity,
};

export const checkEntity = (country: Country, input: EntityInput): CheckedEntity => {
  acceptRetention(COUNTRIES[country], input);
  return BY_REGIME[COUNTRIES[country].regime](COUNTRIES[country], input);
};
