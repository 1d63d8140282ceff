// A generic tax id is of many, so no index keeps a second one of the same person out; what else is known of both does.
import type { ToolError } from '../../../base/errors.ts';
import type { Raises } from '../../../base/raises.ts';
import { counterpartyRules } from '../../../einvoicing/counterparty-regimes.ts';
import { type CheckedColumns, duplicateOf } from './checks.ts';
import { findSameNamed } from './known-names.ts';
import type { Books, CounterpartyRow } from './store/counterparties.ts';

/** Where both have one and they differ, there may be two persons of one name. */
const TELLING = ['postal_code', 'email', 'external_id'] as const;

const isTwin = (columns: CheckedColumns, other: CounterpartyRow): boolean =>
  other.tax_id === columns.tax_id &&
  other.country_code === columns.country_code &&
  other.name_norm === columns.name_norm &&
  (counterpartyRules(columns.country_code).isGeneralPublic?.(columns.tax_id ?? '', columns.name) === true ||
    TELLING.every(
      (field) => columns[field] === null || other[field] === null || columns[field] === other[field],
    ));

/** The error that names the other one of this name under a tax id that many share. */
export const findTwin = async (
  ctx: Books & Raises<'counterparty_duplicate'>,
  columns: CheckedColumns,
  ownId: string,
): Promise<ToolError | undefined> => {
  if (columns.tax_id === null || columns.tax_id_unique !== null) return undefined;
  const others = (await findSameNamed(ctx, columns.name)).filter(({ id }) => id !== ownId);
  const twin = others.find((other) => isTwin(columns, other));
  return twin === undefined ? undefined : duplicateOf(ctx, columns, twin);
};
