// What a filing format asks for about a customer or supplier. The counterparty's own country picks the rules.
import type { Raises, Warns } from '../base/raises.ts';

/** Country fields as given or stored: flat, those of one country only. */
export type CounterpartyDetails = Readonly<Record<string, string>>;

/** A counterparty as the caller gave it, or as it would be after a change. */
export interface CounterpartyInput {
  readonly country_code: string;
  readonly postal_code: string | null;
  readonly details: CounterpartyDetails;
  /** The fields given in this call: a default may fall back to another value, a given value may not. */
  readonly given: ReadonlySet<string>;
  /** The entity's postal code if it is in the same country; the general public has no other. */
  readonly home_postal_code: string | null;
  /** The country of the entity where it sells to the counterparty. */
  readonly seller_country: string | null;
}

/** Checked and completed, as stored. */
export interface CheckedCounterparty {
  /** In its normal spelling, as on documents. */
  readonly tax_id: string | null;
  /** The tax id where no second counterparty of the entity may have it; null for generic ones. */
  readonly tax_id_unique: string | null;
  readonly postal_code: string | null;
  readonly details: CounterpartyDetails;
}

export type CounterpartyRaises = Raises<
  | 'cfdi_use_not_for_generic'
  | 'cfdi_use_not_for_regime'
  | 'code_unknown'
  | 'country_field_missing'
  | 'country_field_not_allowed'
  | 'fiscal_regime_not_for_generic'
  | 'fiscal_regime_not_for_person'
  | 'fiscal_regime_unknown'
  | 'invalid_parameter'
  | 'participant_id_invalid'
  | 'postal_code_invalid'
  | 'tax_id_invalid'
>;

export type CounterpartyWarns = Warns<
  'cfdi_use_fell_back' | 'fiscal_regime_missing' | 'registration_missing' | 'tax_id_check_digit'
>;

export interface CounterpartyRules {
  /** Refuses what is certainly wrong; warns of what may be wrong. */
  check(ctx: CounterpartyRaises & CounterpartyWarns, input: CounterpartyInput): CheckedCounterparty;
  /** The spelling in which a tax id is stored, to find one that was typed differently. */
  normaliseTaxId(text: string): string;
  /** The name of the general public under its tax id: nobody in particular, so there is one of it. */
  isGeneralPublic?(taxId: string, name: string): boolean;
}

/** The path of a country field in a call's arguments. */
export const detailPath = (field: string): string => `country_details.${field}`;
