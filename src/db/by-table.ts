// A statement that joins tables whose columns have the same names says at its end that each row is to be read by table:
// `{ invoice: { id, … }, invoice_line: { position, … } }`.
import { sql } from 'kysely';

const MARK = '/* by table */';

export const BY_TABLE = sql.raw(MARK);

export const isByTable = (text: string): boolean => text.endsWith(MARK);
