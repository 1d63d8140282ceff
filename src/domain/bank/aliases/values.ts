// What an alias says, checked and in one spelling by its kind.
import type { CounterpartyAliasKind } from '../../../../generated/types.ts';
import {
  compactIban,
  isClabe,
  isCreditorId,
  looksLikeIban,
  readIban,
} from '../../../base/bank-identifiers.ts';
import type { Raises } from '../../../base/raises.ts';
import { because, say, type SaidSentence } from '../../../base/said.ts';
import { readVatId } from '../../../einvoicing/peppol-ubl/vat-id.ts';
import { readTaxId } from '../../../einvoicing/tax-ids.ts';
import { findCountry } from '../../../base/country-codes.ts';
import { aliasKey, compactAccount, namelessness } from '../../../matching/index.ts';

export interface AliasValue {
  /** As people read it. */
  readonly value: string;
  /** As it is compared. */
  readonly value_key: string;
}

type Read = AliasValue | SaidSentence;

const isValue = (read: Read): read is AliasValue => 'value_key' in read;

/** Width of the column. */
const MAX_KEY = 120;

const readText = (text: string): Read => {
  const value = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const why = namelessness(value);
  if (why !== null) return say(why === 'short' ? 'alias_short' : 'alias_common', {});
  const value_key = aliasKey(value);
  return value_key.length > MAX_KEY
    ? say('demand_characters_most', { limit: MAX_KEY })
    : { value, value_key };
};

/** Countries without IBANs number accounts as they like. */
const ACCOUNT = /^(?=(?:\D*\d){6})[A-Z0-9]{6,34}$/;
const CLABE_LENGTH = /^\d{18}$/;

const readAccount = (text: string): Read => {
  const value = compactIban(text).replace(/[./]/g, '');
  const fits = looksLikeIban(value)
    ? readIban(value) !== undefined
    : CLABE_LENGTH.test(value)
      ? isClabe(value)
      : ACCOUNT.test(value);
  return fits ? { value, value_key: compactAccount(value) } : say('alias_account', {});
};

/** Of countries whose files do not say how their ids stand in text, the prefix says whose it is. */
const readForeign = (text: string): string | null => {
  const prefix = text.trim().slice(0, 2).toUpperCase();
  if (findCountry(prefix) === undefined || !/\d{5}/.test(text.replace(/[\s.\-_/]+/g, ''))) return null;
  const read = readVatId(prefix, text);
  return 'reason' in read || !read.check_digit_fits ? null : read.text;
};

const readTax = (text: string): Read => {
  const value = readTaxId(text.trim().toUpperCase()) ?? readForeign(text);
  return value === null ? say('alias_tax_id', {}) : { value, value_key: compactAccount(value) };
};

/** The three characters of the business may change: they are no part of it. */
export const creditorKey = (id: string): string => `${id.slice(0, 4)}${id.slice(7)}`.toLowerCase();

const readCreditor = (text: string): Read => {
  const value = text.replace(/\s+/g, '').toUpperCase();
  return isCreditorId(value) ? { value, value_key: creditorKey(value) } : say('alias_creditor_id', {});
};

const readMandate = (text: string): Read => {
  const value = text.replace(/\s+/gu, ' ').trim();
  const value_key = compactAccount(value);
  const fits = value_key.length >= 4 && value_key.length <= 35 && /\d/.test(value_key);
  return fits ? { value, value_key } : say('alias_mandate', {});
};

/** Several pay for one, and one for several. */
export const payingKey = (payer: string, paid: string): string => `${payer}>${paid}`;

const READ: Readonly<Record<CounterpartyAliasKind, (text: string, counterparty_id: string) => Read>> = {
  text: readText,
  account: readAccount,
  tax_id: readTax,
  creditor_id: readCreditor,
  mandate: readMandate,
  pays_for: (text, counterparty_id) => {
    const value = text.trim();
    return { value, value_key: payingKey(counterparty_id, value) };
  },
};

/** The refusal of a value that cannot be an alias. */
export const refuseValue = (ctx: Raises<'invalid_parameter'>, received: string, reason: SaidSentence) =>
  ctx.error('invalid_parameter', {
    path: 'value',
    ...because(reason),
    received: received.slice(0, 200),
  });

export const readAliasValue = (
  ctx: Raises<'invalid_parameter'>,
  kind: CounterpartyAliasKind,
  text: string,
  counterparty_id: string,
): AliasValue => {
  const read = READ[kind](text, counterparty_id);
  if (isValue(read)) return read;
  throw refuseValue(ctx, text, read);
};
