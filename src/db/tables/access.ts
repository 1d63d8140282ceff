// Organisations, their people, keys and companies.
import type { SERVICE } from '../../../generated/service.ts';
import type { Flag, Instant, Json } from './columns.ts';
import type { EntityDetails } from '../../base/entity.ts';

export interface OrganisationTable {
  id: string;
  name: string;
  created_at: Instant;
}

export interface MemberTable {
  organisation_id: string;
  id: string;
  /** Lower case; unique in the organisation. */
  email: string;
  name: string;
  role: 'administrator' | 'member';
  created_at: Instant;
}

export interface ApiKeyTable {
  id: string;
  organisation_id: string;
  /** Null for a key of the whole organisation. */
  entity_id: string | null;
  type: (typeof SERVICE.keys.types)[number];
  name: string;
  /** Hex SHA-256 of the secret; the secret itself is never stored. */
  secret_hash: string;
  /** The last four characters, so that a person can tell keys apart. */
  hint: string;
  scopes: Json<string[]>;
  expires_at: Instant | null;
  revoked_at: Instant | null;
  last_used_at: Instant | null;
  created_at: Instant;
}

export interface EntityTable {
  id: string;
  organisation_id: string;
  name: string;
  country_code: string;
  currency: string;
  tax_id: string | null;
  time_zone: string;
  postal_code: string | null;
  is_default: Flag;
  active: Flag;
  /** Fiscal regime, VAT id, address and contact: what documents of its country need. */
  details: Json<EntityDetails>;
  created_at: Instant;
  updated_at: Instant;
}
