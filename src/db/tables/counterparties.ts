// Customers and suppliers.
import type { Generated } from 'kysely';
import type { Flag, Instant, Json } from './columns.ts';

export interface CounterpartyTable {
  entity_id: string;
  id: string;
  name: string;
  name_norm: string;
  country_code: string;
  tax_id: string | null;
  /** The tax id where it must be unique in the entity; null for generic tax ids and for none. */
  tax_id_unique: string | null;
  email: string | null;
  postal_code: string | null;
  is_customer: Flag;
  is_supplier: Flag;
  details: Json<Record<string, string>>;
  external_id: string | null;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}
