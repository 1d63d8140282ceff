// What a filing format asks for about the company that issues. Each country's regime checks its own entities.
import type { CountryData } from '../../generated/countries.ts';
import type { EntityDetails } from '../base/entity.ts';
import { toolError } from '../base/errors.ts';

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

/** The postal code in the form of the country. */
export const acceptPostalCode = (
  country: CountryData,
  { postal_code, earlier }: EntityInput,
): string | null => {
  const code = (postal_code ?? earlier.postal_code ?? '').trim().toUpperCase();
  const { required, pattern } = country.postal_code;
  const about = { option: '--postal-code', country: country.country };
  if (code === '') {
    if (required) throw toolError('company_needs', about);
    return null;
  }
  if (new RegExp(pattern, 'u').test(code)) return code;
  throw toolError('company_postal_code', { ...about, postal_code: code, form: pattern });
};

/** Files are kept as long as the law says, or longer. */
export const acceptRetention = (
  { country, retention }: CountryData,
  { details: { retention_years: years } }: EntityInput,
): void => {
  if (years === undefined || years >= retention.minimum_years) return;
  const least = String(retention.minimum_years);
  throw toolError('retention_too_short', {
    option: '--retention-years',
    years: String(years),
    least,
    country,
  });
};

/** Fields that only other countries have are refused by name rather than ignored. */
export const refuseForeign = (
  country: CountryData,
  details: EntityDetails,
  foreign: readonly (keyof EntityDetails)[],
): void => {
  for (const field of foreign) {
    if (details[field] === undefined) continue;
    const option = `--${field.replace(/_code$/, '').replaceAll('_', '-')}`;
    throw toolError('company_field_foreign', { option, country: country.country });
  }
};
