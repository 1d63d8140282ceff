import type { Country } from '../../generated/countries.ts';
import type { IsoDay } from './time/day.ts';
import type { EntityId, OrganisationId } from '../../generated/ids.ts';

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
  /** The last day of the closed books; null when nothing is closed. */
  readonly closed_through: IsoDay | null;
  readonly details: EntityDetails;
}

export interface EntityDetails {
  fiscal_regime_code?: string;
  vat_id?: string;
  tax_number?: string;
  street?: string;
  city?: string;
  participant_id?: string;
  /** Its account at the access point: Storecove's legal entity. */
  access_point_id?: string;
  contact_name?: string;
  contact_email?: string;
  contact_phone?: string;
  /** Bears no value added tax on its sales by the rules for small businesses (section 19 UStG). */
  small_business?: boolean;
  /** In which its invoices are numbered; that of its country unless set. */
  invoice_series?: string;
  credit_note_series?: string;
  /** First and last day of the Mexican border stimulus (IVA of 8 %); without the first it has none. */
  border_stimulus_from?: string;
  border_stimulus_to?: string;
  /** What a bank match may book apart as a difference, in units of the line's currency; see `limits.difference_limit`. */
  difference_limit?: string;
  /** Its payment complements are filed without asking; else a person approves each. */
  complements?: 'automatic' | 'approval';
  /** The administrator who has granted that. */
  complements_granted_by?: string;
  /** A received bill that is booked without a finding that blocks it is valid at once; else a person validates it. */
  bills?: 'automatic' | 'person';
  /** For how many years files are kept, from the end of the year; as its country says unless set. */
  retention_years?: number;
}
