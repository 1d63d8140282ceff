// The rules for every counterparty, and the call into those of its country.
import { say, because, english } from '../../../base/said.ts';
import { detailFields } from '../../../../generated/countries.ts';
import type { ErrorCode } from '../../../../generated/errors.ts';
import type { CounterpartyId } from '../../../../generated/ids.ts';
import { LIMITS } from '../../../../generated/limits.ts';
import type { CounterpartyRaises, CounterpartyWarns } from '../../../einvoicing/counterparty-rules.ts';
import { counterpartyRules } from '../../../einvoicing/counterparty-regimes.ts';
import { isDuplicate } from '../../../db/errno.ts';
import { gatherFaults, partsOf } from '../../../base/arguments/together.ts';
import { ToolError } from '../../../base/errors.ts';
import type { Entity } from '../../../base/entity.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import type { Raises, Warns } from '../../../base/raises.ts';
import { isCountryCode } from '../../../base/country-codes.ts';
import { type Books, type CounterpartyRow, findByUniqueTaxId, TAX_ID_INDEX } from './store/counterparties.ts';

export type ChangeRaises = CounterpartyRaises &
  Raises<'counterparty_duplicate' | 'counterparty_without_role' | 'country_unknown' | 'invalid_parameter'>;

export type ChangeWarns = CounterpartyWarns & Warns<'similar_name_exists' | 'unusual_value'>;

/** A counterparty as given, before any check. Country fields are flat. */
export interface CounterpartyFields {
  readonly name: string;
  readonly country_code: string;
  readonly country_details: Readonly<Record<string, string>>;
  readonly email: string | null;
  readonly postal_code: string | null;
  readonly payment_terms: string | null;
  readonly is_customer: boolean;
  readonly is_supplier: boolean;
  readonly external_id: string | null;
}

/** The columns that the fields make, without id, version and times. */
export type CheckedColumns = Omit<
  CounterpartyRow,
  'entity_id' | 'id' | 'version' | 'created_at' | 'updated_at'
>;

const { name: MAX_NAME_LENGTH } = LIMITS.ListedCounterparty;
/** The validators check e-mail addresses fully; this is for callers that come another way. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Checks the fields and completes them; `given` are the country fields that the call itself named. */
export const checkFields = (
  ctx: ChangeRaises & CounterpartyWarns & { readonly entity: Entity },
  fields: CounterpartyFields,
  given: ReadonlySet<string>,
): CheckedColumns => {
  const { country_code } = fields;
  if (!isCountryCode(country_code)) {
    throw ctx.error('country_unknown', { path: 'country_code', received: country_code.slice(0, 20) });
  }
  const faults = gatherFaults();
  faults.of(() => {
    if (!fields.is_customer && !fields.is_supplier)
      throw ctx.error('counterparty_without_role', { path: 'is_customer' });
  });
  const name = faults.of(() => checkName(ctx, fields.name)) ?? '';
  const email = faults.of(() => checkEmail(ctx, fields.email)) ?? null;
  faults.of(() => requireTerms(ctx, fields.payment_terms));
  faults.of(() => refuseForeignFields(ctx, fields));
  const { entity } = ctx;
  const checked = faults.of(() =>
    counterpartyRules(country_code).check(ctx, {
      country_code,
      postal_code: fields.postal_code,
      details: fields.country_details,
      given,
      home_postal_code: entity.country_code === country_code ? entity.postal_code : null,
      seller_country: fields.is_customer ? entity.country_code : null,
    }),
  );
  faults.end();
  if (checked === undefined) throw new Error('a counterparty that was not checked has no fault');
  return {
    name,
    name_norm: [...normaliseName(name)].slice(0, MAX_NAME_LENGTH).join('').trimEnd(),
    country_code,
    tax_id: checked.tax_id,
    tax_id_unique: checked.tax_id_unique,
    email,
    postal_code: checked.postal_code,
    payment_terms: fields.payment_terms,
    is_customer: fields.is_customer,
    is_supplier: fields.is_supplier,
    details: { ...checked.details },
    external_id: fields.external_id,
  };
};

/** Faults that would come to light once the form of a call is right; a field that is not text is left out. */
export const counterpartyFaults = (
  entity: Entity,
  params: Readonly<Record<string, unknown>>,
): readonly ToolError[] => {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const details = Object(params['country_details']) as Readonly<Record<string, unknown>>;
  const country_details = Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  );
  const fields: CounterpartyFields = {
    name: text(params['name']) ?? '',
    country_code: text(params['country_code']) ?? entity.country_code,
    country_details,
    email: null,
    postal_code: text(params['postal_code']),
    payment_terms: null,
    is_customer: params['is_customer'] !== false,
    is_supplier: params['is_supplier'] === true,
    external_id: null,
  };
  const error = (code: ErrorCode, told: object): ToolError => new ToolError(code, told);
  try {
    checkFields({ entity, error, warn: () => undefined }, fields, new Set(Object.keys(country_details)));
    return [];
  } catch (caught) {
    if (caught instanceof ToolError) return partsOf(caught);
    throw caught;
  }
};

const checkName = (ctx: Raises<'invalid_parameter'>, text: string): string => {
  const name = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (normaliseName(name) === '') {
    const reason = because(say('demand_letter', {}));
    const hint = 'Give the legal name as it stands on documents.';
    throw ctx.error('invalid_parameter', { path: 'name', ...reason, received: text.slice(0, 200), hint });
  }
  return name;
};

const checkEmail = (ctx: Raises<'invalid_parameter'>, email: string | null): string | null => {
  if (email === null || EMAIL_PATTERN.test(email)) return email;
  const received = email.slice(0, 200);
  const reason = because(say('demand_email', {}));
  const hint = 'Ask the user for the address, or leave email out.';
  throw ctx.error('invalid_parameter', { path: 'email', ...reason, received, hint });
};

/** Percent and days, as the description of the parameter has it. */
const TERMS_PATTERN = /^\d{1,2}(?:\.\d{1,2})?\/\d{1,3}(?: \d{1,2}(?:\.\d{1,2})?\/\d{1,3}){0,4}$/;

const requireTerms = (ctx: Raises<'invalid_parameter'>, terms: string | null): void => {
  if (terms === null || TERMS_PATTERN.test(terms)) return;
  const received = terms.slice(0, 200);
  const hint = 'Give percent and days with a slash between, such as 2/14; several with a blank between.';
  throw ctx.error('invalid_parameter', {
    path: 'payment_terms',
    ...because(say('demand_terms', {})),
    received,
    hint,
  });
};

// The dispatcher has refused them for tools; imports and the admin side come here directly.
const refuseForeignFields = (
  ctx: ChangeRaises,
  { country_code, country_details }: CounterpartyFields,
): void => {
  const allowed = Object.keys(detailFields('counterparty', country_code));
  const foreign = Object.keys(country_details).find((field) => !allowed.includes(field));
  if (foreign === undefined) return;
  throw ctx.error('country_field_not_allowed', {
    path: `country_details.${foreign}`,
    country: country_code,
    allowed,
  });
};

/** The error that names the other counterparty with this tax id; undefined when there is none. */
export const findTaxIdOwner = async (
  ctx: Books & Raises<'counterparty_duplicate'>,
  columns: Pick<CheckedColumns, 'tax_id_unique'> &
    Partial<Pick<CheckedColumns, 'is_customer' | 'is_supplier'>>,
  ownId: string,
): Promise<ToolError | undefined> => {
  if (columns.tax_id_unique === null) return undefined;
  const other = await findByUniqueTaxId(ctx, columns.tax_id_unique);
  if (other === undefined || other.id === ownId) return undefined;
  return duplicateOf(ctx, columns, other);
};

/** What says who it is, and how that one gets the role that it lacks. */
export const duplicateOf = (
  ctx: Raises<'counterparty_duplicate'>,
  columns: Partial<Pick<CheckedColumns, 'is_customer' | 'is_supplier'>>,
  other: CounterpartyRow,
): ToolError => {
  const role =
    columns.is_supplier === true && !other.is_supplier
      ? 'supplier'
      : columns.is_customer === true && !other.is_customer
        ? 'customer'
        : undefined;
  return ctx.error('counterparty_duplicate', {
    path: 'country_details',
    tax_id: other.tax_id ?? '',
    counterparty_id: other.id as CounterpartyId,
    name: other.name,
    ...(role === undefined
      ? {}
      : { hint: english(say('hint_duplicate_lacks_role', { role, id: other.id })) }),
  });
};

/**
 * Writes, and turns the violation of the unique tax id into the error that names the other counterparty. The failed
 * statement wrote nothing, and the error ends the transaction.
 */
export const writeUniqueTaxId = async <T>(
  ctx: Books & Raises<'counterparty_duplicate'>,
  columns: Pick<CheckedColumns, 'tax_id_unique'>,
  ownId: string,
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicate(error, TAX_ID_INDEX)) throw error;
    throw (await findTaxIdOwner(ctx, columns, ownId)) ?? error;
  }
};
