// Shared by all importers: reads amounts, compares a row with a stored record, refuses it.
import { canonicalHash, canonicalJson } from '../../../../base/key-order.ts';
import { ToolError } from '../../../../base/errors.ts';
import type { Amount } from '../../../../base/money/amount.ts';
import { requireCurrency } from '../../../../base/money/currency.ts';
import { readAmount } from '../../../../base/money/wire.ts';
import { Refusal } from '../../../../base/refusal.ts';
import { toWarning } from '../../../ground/change/change.ts';
import type { ImportScope, StoreOptions } from '../importer.ts';
import type { RejectedOutcome, RowFault, RowOutcome } from '../outcome.ts';

/** The row's currency, or the entity's. */
export const readCurrency = (ctx: ImportScope, currency: string | undefined): string =>
  requireCurrency(ctx, currency ?? ctx.entity.currency, 'currency');

export const optionalAmount = (
  ctx: ImportScope,
  path: string,
  value: number | undefined,
  currency: string,
): Amount | null => (value === undefined ? null : readAmount(ctx, path, value, currency));

/** The same scope, with warnings attributed to this line. */
export const warningOn = (
  ctx: ImportScope,
  line: number,
  { warn }: Pick<StoreOptions, 'warn'>,
): ImportScope => ({
  ...ctx,
  warn: (code, details) => warn(line, toWarning(code, details).message),
});

/** The external ids of the rows that have one. */
export const externalIds = (rows: readonly { readonly external_id?: string | undefined }[]): string[] =>
  rows.map(({ external_id }) => external_id).filter((id) => id !== undefined);

export const rejected = ({ code, reason }: RowFault): RejectedOutcome => ({ kind: 'rejected', code, reason });

export const changedWithoutUpdate = (externalId: string, id: string): RowOutcome =>
  rejected({
    code: 'already_exists',
    reason: `external_id ${externalId} is already imported as ${id} with other values; add --update to change it`,
  });

/** The reason for refusing the row; other errors end the import. */
const explainRefusal = (error: unknown): RowFault => {
  if (error instanceof ToolError) return { code: error.kind ?? error.code, reason: error.message };
  if (error instanceof Refusal) return { code: error.code, reason: error.message };
  throw error;
};

export const orReason = <T>(work: () => T): { readonly value: T } | RowFault => {
  try {
    return { value: work() };
  } catch (error) {
    return explainRefusal(error);
  }
};

/** All faults of a row must be found before anything is written. */
export const orRejected = async <T>(work: () => Promise<T>): Promise<T | RowOutcome> => {
  try {
    return await work();
  } catch (error) {
    return rejected(explainRefusal(error));
  }
};

/** Compares regardless of the order of fields. */
export const sameFields = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** A hash independent of the order of fields, to recognise an unchanged repeat. */
export const hashFields = (fields: object): string => canonicalHash(fields, 'base64url');
