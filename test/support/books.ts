// Organisations, entities and keys for tests, written straight to the tables: what a test needs and nothing more.
import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import type { Scope } from '../../generated/scopes.ts';
import { TOOLSET_NAMES } from '../../generated/toolsets.ts';
import type { Database } from '../../src/db/database.ts';
import { newId } from '../../src/db/ids.ts';
import { toInstant } from '../../src/db/instant.ts';
import type { EntityDetails } from '../../src/base/entity.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { createKey, type NewKey } from '../../src/domain/parties/access/keys.ts';

export const addOrganisation = async (
  database: Database,
  name = 'Despacho Ibarra',
): Promise<OrganisationId> => {
  const id = newId('OrganisationId');
  await database.kysely
    .insertInto('organisation')
    .values({ id, name, created_at: toInstant(new Date()) })
    .execute();
  return id;
};

interface EntityRow {
  readonly name?: string;
  readonly country_code: 'MX' | 'DE';
  readonly is_default?: boolean;
  readonly details?: EntityDetails;
}

const COUNTRY = {
  MX: {
    name: 'Papelería Robles SA de CV',
    currency: 'MXN',
    tax_id: 'PRO840423SG8',
    time_zone: 'America/Mexico_City',
    postal_code: '06600',
    details: { fiscal_regime_code: '601' },
  },
  DE: {
    name: 'Brückner Werkzeugbau GmbH',
    currency: 'EUR',
    tax_id: 'DE136695976',
    time_zone: 'Europe/Berlin',
    postal_code: '10117',
    details: {
      vat_id: 'DE136695976',
      street: 'Friedrichstraße 12',
      city: 'Berlin',
      contact_name: 'Jana Brückner',
      contact_email: 'rechnung@brueckner.example',
      contact_phone: '+49 30 1234567',
    },
  },
} as const;

export const addEntity = async (
  database: Database,
  organisationId: OrganisationId,
  row: EntityRow,
): Promise<EntityId> => {
  const id = newId('EntityId');
  const now = toInstant(new Date());
  const { details, ...facts } = COUNTRY[row.country_code];
  await database.kysely
    .insertInto('entity')
    .values({
      id,
      organisation_id: organisationId,
      country_code: row.country_code,
      ...facts,
      name: row.name ?? facts.name,
      is_default: row.is_default === true,
      active: true,
      details: JSON.stringify(row.details ?? details),
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
};

/** The secret of a new key; `*` on the whole organisation, with every set of tools, unless said otherwise. */
export const addKey = async (
  database: Database,
  organisationId: OrganisationId,
  facts: Partial<NewKey> & { readonly scopes?: readonly (Scope | '*')[] } = {},
): Promise<string> => {
  const key: NewKey = {
    organisation_id: organisationId,
    entity_id: null,
    type: 'copilot',
    name: 'test',
    scopes: ['*'],
    toolsets: TOOLSET_NAMES,
    expires_at: null,
    ...facts,
  };
  const { secret } = await inTransaction(database, (db) => createKey(db, key, new Date()));
  return secret;
};
