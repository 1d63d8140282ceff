// The customers of the firm itself, who own entities.
import type { OrganisationId } from '../../../../generated/ids.ts';
import type { Reader } from '../../../db/database.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { OrganisationImporter } from '../importer.ts';
import { type ReferenceKind, textOf } from './reference.ts';
import { storeChecked } from './reference-importer.ts';

const KIND: ReferenceKind = {
  type: 'clients',
  id: 'ClientId',
  noun: 'client',
  identifiers: (fields) => [textOf(fields, 'tax_id'), textOf(fields, 'email')],
};

const entityIds = async (db: Reader, organisationId: OrganisationId): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('entity')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

export const CLIENTS: OrganisationImporter<'clients'> = {
  level: 'organisation',
  store: async (ctx, rows, { update }) => {
    const known = await entityIds(ctx.db, ctx.organisation_id);
    return storeChecked(ctx, KIND, rows, update, (row) => {
      const unknown = row.entities?.find((id) => !known.has(id));
      if (unknown !== undefined)
        throw new Refusal('not_found', `${unknown} is no entity of this organisation`);
      return {
        label: row.name,
        sublabel: row.tax_id ?? row.email ?? null,
        status: row.status,
        amount: null,
        currency: null,
        date: null,
        counterparty_id: null,
        fields: { ...row },
      };
    });
  },
};
