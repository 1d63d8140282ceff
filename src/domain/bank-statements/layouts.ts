// What users said of the columns of an account's files, remembered for the next file with the same headings.
import { toInstant } from '../../db/instant.ts';
import { scoped } from '../../db/scoped.ts';
import type { ReadScope, WriteScope } from '../change/scope.ts';
import type { RememberedLayout } from './format.ts';

export const layoutsOf = async (ctx: ReadScope, accountId: string): Promise<readonly RememberedLayout[]> => {
  const rows = await scoped(ctx, 'bank_statement_layout')
    .select()
    .select(['headings_hash', 'column_map', 'date_order', 'decimal_sign'])
    .where('bank_account_id', '=', accountId)
    .execute();
  return rows.map(({ headings_hash, column_map, date_order, decimal_sign }) => ({
    headings_hash,
    columns: new Map(Object.entries(column_map)),
    date_order,
    decimal: decimal_sign,
  }));
};

export const rememberLayout = async (
  ctx: WriteScope,
  bank_account_id: string,
  { headings_hash, columns, date_order, decimal }: RememberedLayout,
): Promise<void> => {
  await scoped(ctx, 'bank_statement_layout')
    .delete()
    .where('bank_account_id', '=', bank_account_id)
    .where('headings_hash', '=', headings_hash)
    .execute();
  await scoped(ctx, 'bank_statement_layout')
    .insert({
      bank_account_id,
      headings_hash,
      column_map: JSON.stringify(Object.fromEntries(columns)),
      date_order,
      decimal_sign: decimal,
      updated_at: toInstant(ctx.now),
    })
    .execute();
};
