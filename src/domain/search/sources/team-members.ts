import { NO_FACTS, type SearchSource } from './source.ts';

export const TEAM_MEMBERS: SearchSource = {
  async facts({ db, tenants, ids }) {
    const rows = await db
      .selectFrom('member')
      .select(['id', 'email', 'role'])
      .where('organisation_id', 'in', tenants)
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map(({ id, email, role }) => [id, { ...NO_FACTS, sublabel: `${email} · ${role}` }]));
  },
};
