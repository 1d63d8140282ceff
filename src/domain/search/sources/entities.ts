import { NO_FACTS, type SearchSource } from './source.ts';

export const ENTITIES: SearchSource = {
  async facts({ db, tenants, ids }) {
    const rows = await db
      .selectFrom('entity')
      .select(['id', 'tax_id', 'country_code'])
      .where('id', 'in', ids)
      .where('id', 'in', tenants)
      .execute();
    return new Map(
      rows.map(({ id, tax_id, country_code }) => [
        id,
        { ...NO_FACTS, sublabel: tax_id === null ? country_code : `${tax_id} · ${country_code}` },
      ]),
    );
  },
};
