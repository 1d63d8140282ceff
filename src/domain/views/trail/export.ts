// The trail as CSV, newest first, from one consistent snapshot.
import { codeColumn, type Column, textColumn, writeCsv } from '../../../base/csv.ts';
import type { Database } from '../../../db/database.ts';
import { inSnapshot } from '../../../db/snapshot.ts';
import type { OrganisationScope } from '../../ground/change/scope.ts';
import { type ExportStream, inFlow } from '../exports/file.ts';
import { countTrail } from './store/rows.ts';
import { readTrail, type TrailEntry, type TrailFilters } from './trail.ts';

const COLUMNS: readonly Column<TrailEntry>[] = [
  codeColumn('id', ({ id }) => id),
  codeColumn('at', ({ at }) => at),
  codeColumn('actor_type', ({ actor }) => actor.type),
  codeColumn('actor_id', ({ actor }) => actor.id),
  textColumn('actor_name', ({ actor }) => actor.name),
  codeColumn('method', ({ method }) => method),
  textColumn('action', ({ action }) => action),
  codeColumn('owner_id', ({ owner_id }) => owner_id),
  codeColumn('record_type', ({ record_type }) => record_type),
  codeColumn('record_id', ({ record_id }) => record_id),
  textColumn('record', ({ label }) => label),
  textColumn('changes', ({ changes }) => JSON.stringify(changes)),
];

const ROWS_AT_ONCE = 500;

const entries = async function* (ctx: OrganisationScope, filters: TrailFilters): AsyncGenerator<TrailEntry> {
  let cursor: string | undefined;
  do {
    const page = await readTrail(ctx, { ...filters, limit: ROWS_AT_ONCE, cursor });
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
};

export const streamTrail = (
  database: Database,
  ctx: OrganisationScope,
  filters: Omit<TrailFilters, 'limit' | 'cursor'>,
): Promise<ExportStream> =>
  inFlow((begin) =>
    inSnapshot(database, async (db) => {
      const wanted = { ...filters, limit: ROWS_AT_ONCE };
      const rows = await countTrail(db, wanted);
      await writeCsv(begin(rows), COLUMNS, entries({ ...ctx, db }, wanted));
    }),
  );
