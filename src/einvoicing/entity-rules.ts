// What a filing format asks for about the company that issues. Each country's regime checks its own entities.
import type { CountryData } from '../../generated/countries.ts';
import type { EntityDetails } from '../base/entity.ts';
import { Refusal } from '../base/refusal.ts';

/** What the administrator gave and, when an entity is changed, what is stored already. */
export interface EntityInput {
  readonly tax_id: string | null;
  readonly postal_code: string | null;
  readonly details: EntityDetails;
  readonly earlier: {
    readonly tax_id: string | null;
    readonly postal_code: string | null;
    readonly details: EntityDetails;
  };
}

export interface CheckedEntity {
  readonly tax_id: string | null;
  readonly postal_code: string | null;
  readonly details: EntityDetails;
  /** What is still missing or doubtful; each a sentence. */
  readonly warnings: readonly string[];
}

/** Refuses what is certainly wrong; warns of what filing will need. */
export type EntityRules = (country: CountryData, input: EntityInput) => CheckedEntity;

export const refuseValue = (sentence: string): never => {
  throw new Refusal('invalid_value', sentence);
};

/** The postal code in the form of the country. */
export const acceptPostalCode = (
  country: CountryData,
  { postal_code, earlier }: EntityInput,
): string | null => {
  const code = (postal_code ?? earlier.postal_code ?? '').trim().toUpperCase();
  if (code === '') {
    return country.postal_code.required
      ? refuseValue(`--postal-code is required in ${country.country}.`)
      : null;
  }
  if (new RegExp(country.postal_code.pattern, 'u').test(code)) return code;
  return refuseValue(
    `--postal-code ${code} is not a postal code of ${country.country} (${country.postal_code.pattern}).`,
  );
};

/** Fields that only other countries have are refused by name rather than ignored. */
export const refuseForeign = (
  country: CountryData,
  details: EntityDetails,
  foreign: readonly (keyof EntityDetails)[],
): void => {
  for (const field of foreign) {
    if (details[field] === undefined) continue;
    refuseValue(
      `--${field.replace(/_code$/, '').replaceAll('_', '-')} does not exist in ${country.country}.`,
    );
  }
};
