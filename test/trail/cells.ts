// Single cells of tables, given another value.
import { type Column, readColumns } from '../../src/db/row-types/read-columns.ts';
import type { Office } from './office.ts';

/** An expression that gives another value than the cell has. */
export const another = ({ name, type }: Column): string => {
  const cell = `\`${name}\``;
  if (type === 'json') return `'{"other": 1}'`;
  if (/blob/.test(type)) return `concat(coalesce(${cell}, ''), 'x')`;
  if (/char|text/.test(type)) return `if(coalesce(${cell}, '') = 'x', 'y', 'x')`;
  if (/date/.test(type)) return `coalesce(${cell} + interval 1 day, '2020-01-01')`;
  return `if(coalesce(${cell}, 0) = 0, 1, 0)`;
};

/** They follow from others, which the trail has, so that it leaves them out. */
const FOLLOWING: ReadonlySet<string> = new Set(['number_key', 'uuid_unique']);

/** The tables' columns, those of which a change is found, and keys. */
export const usingSchema = async (office: Office) => {
  const columns = (await readColumns(office.service.database.kysely)).filter(
    ({ name }) => name !== 'organisation_id' && !FOLLOWING.has(name),
  );
  const keys = await office.rows<{ readonly tbl: string; readonly name: string }>(
    `select table_name as tbl, column_name as name from information_schema.statistics
     where table_schema = database() and index_name = 'PRIMARY'`,
  );
  return {
    columnsOf: (table: string) => columns.filter((column) => column.table === table),
    keysOf: (table: string) => keys.filter(({ tbl }) => tbl === table),
  };
};
