// Statements on the list of article 69-B, which is one for the whole service.
import type { Reader, Writer } from '../../../db/database.ts';
import type { Row } from '../../../db/schema.ts';
import type { EfosRow } from './read.ts';

export type EfosImport = Row<'efos_import'>;

export const latestImport = (db: Reader): Promise<EfosImport | undefined> =>
  db.selectFrom('efos_import').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst();

export const findEfos = (db: Reader, import_id: number, rfc: string): Promise<Row<'efos_row'> | undefined> =>
  db
    .selectFrom('efos_row')
    .selectAll()
    .where('rfc', '=', rfc)
    .where('import_id', '=', import_id)
    .executeTakeFirst();

export const insertImport = async (db: Writer, row: EfosImport): Promise<void> => {
  await db.insertInto('efos_import').values(row).execute();
};

const ROWS_A_STATEMENT = 1000;

export const insertRows = async (db: Writer, import_id: number, rows: readonly EfosRow[]): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT)
    await db
      .insertInto('efos_row')
      .values(rows.slice(at, at + ROWS_A_STATEMENT).map((row) => ({ ...row, import_id })))
      .execute();
};

export const deleteEarlierRows = async (db: Writer, import_id: number): Promise<void> => {
  await db.deleteFrom('efos_row').where('import_id', '<', import_id).execute();
};
