import { acrossTenants } from '../../../db/scoped.ts';
import { NO_FACTS, type SearchSource } from './source.ts';

export const TASKS: SearchSource = {
  async facts({ db, tenants, ids }) {
    const rows = await acrossTenants(db, tenants, 'task')
      .select(['task.id', 'status', 'priority', 'taskable_type', 'due_at'])
      .where('task.id', 'in', ids)
      .execute();
    return new Map(
      rows.map(({ id, status, priority, taskable_type, due_at }) => [
        id,
        {
          ...NO_FACTS,
          sublabel: `${priority} · ${taskable_type}`,
          status,
          date: due_at === null ? null : due_at.slice(0, 10),
        },
      ]),
    );
  },
};
