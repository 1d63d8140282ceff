import type { Country } from '../../../generated/countries.ts';
import type { EntityId, OrganisationId } from '../../../generated/ids.ts';
import type { EntityDetails } from '../../db/schema.ts';

/** A company whose books are kept; every tool but two acts on exactly one. */
export interface Entity {
  readonly id: EntityId;
  readonly organisation_id: OrganisationId;
  readonly name: string;
  readonly country_code: Country;
  readonly currency: string;
  readonly tax_id: string | null;
  readonly time_zone: string;
  readonly postal_code: string | null;
  readonly is_default: boolean;
  readonly active: boolean;
  readonly details: EntityDetails;
}
