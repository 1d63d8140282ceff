// The interface of importers: how rows of one type become records.
import type { ImportType, RowOf } from '../../../../generated/imports.ts';
import type { EntityChange, OrganisationChange } from '../../ground/change/change.ts';
import type { ImportRow, RowOutcome } from './outcome.ts';
import type { FileLines } from './repeated-rows.ts';

/** Errors and warnings that storing a row may raise; importers report both for the row's line. */
export type ImportScope = EntityChange<
  | 'amount_too_large'
  | 'cfdi_use_not_for_generic'
  | 'cfdi_use_not_for_regime'
  | 'code_unknown'
  | 'counterparty_duplicate'
  | 'counterparty_not_found'
  | 'counterparty_without_role'
  | 'country_field_missing'
  | 'country_field_not_allowed'
  | 'country_unknown'
  | 'currency_unknown'
  | 'due_before_issue'
  | 'exchange_rate_unavailable'
  | 'fiscal_regime_not_for_generic'
  | 'fiscal_regime_not_for_person'
  | 'fiscal_regime_unknown'
  | 'invalid_parameter'
  | 'participant_id_invalid'
  | 'payment_exceeds_balance'
  | 'payment_in_future'
  | 'payment_form_not_for_method'
  | 'payment_too_small'
  | 'period_closed'
  | 'postal_code_invalid'
  | 'tax_id_invalid'
  | 'tax_rate_not_allowed'
  | 'too_many_decimals',
  | 'cfdi_use_fell_back'
  | 'exchange_rate_date'
  | 'fiscal_regime_missing'
  | 'payment_before_issue'
  | 'registration_missing'
  | 'similar_name_exists'
  | 'tax_differs'
  | 'tax_id_check_digit'
  | 'tax_not_given'
  | 'unusual_value'
>;

export interface StoreOptions {
  /** Update the stored record with the same external id instead of refusing the row. */
  readonly update: boolean;
  /** Adds a warning for the row on this line. */
  warn(line: number, message: string): void;
  /** What earlier rows of the file have brought. */
  readonly file: FileLines;
}

/** What an export of these records has, told by a heading that only it has. */
export interface Exported {
  readonly told_by: string;
  /** Which field a heading fills; what follows from others fills none. */
  readonly fields: ReadonlyMap<string, string | null>;
}

interface Keys<T extends ImportType> {
  /** Of those whose exports can be imported as they are. */
  readonly exported?: Exported;
  /** Whether something besides the external id tells that the same row is the same record, such as its number. */
  hasKey?(row: RowOf<T>): boolean;
}

/** Imports records of one entity. */
export interface EntityImporter<T extends ImportType> extends Keys<T> {
  readonly level: 'entity';
  /** Stores a batch; outcomes are in the order of the rows. Throwing rolls back the transaction. */
  store(
    ctx: ImportScope,
    rows: readonly ImportRow<RowOf<T>>[],
    options: StoreOptions,
  ): Promise<readonly RowOutcome[]>;
}

/** Imports records of the organisation. */
export interface OrganisationImporter<T extends ImportType> extends Keys<T> {
  readonly level: 'organisation';
  store(
    ctx: OrganisationChange,
    rows: readonly ImportRow<RowOf<T>>[],
    options: StoreOptions,
  ): Promise<readonly RowOutcome[]>;
}

export type Importer<T extends ImportType> = EntityImporter<T> | OrganisationImporter<T>;
