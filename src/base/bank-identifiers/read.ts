// Reads the bank account identifiers of a call: those of the entity's country are checked, others ignored.
import { because } from '../said.ts';
import type { BankIdentifier } from '../../../generated/countries.ts';
import { SERVICE } from '../../../generated/service.ts';
import { findCountry } from '../country-codes.ts';
import type { Entity } from '../entity.ts';
import type { Raises, Warns } from '../raises.ts';
import { compactBic, isBic } from './bic.ts';
import { isClabe } from './clabe.ts';
import { compactIban, ibanFault } from './iban.ts';
import { isRoutingNumber } from './routing-number.ts';

export type Identifiers = { readonly [I in BankIdentifier]?: string | undefined };
export type ReadIdentifiers = { readonly [I in BankIdentifier]?: string };

export type IdentifierRaises = Raises<
  'clabe_invalid' | 'iban_invalid' | 'bic_invalid' | 'routing_number_invalid'
>;
type IdentifierScope = { readonly entity: Entity } & IdentifierRaises & Warns<'field_ignored_for_country'>;

/** The identifiers of bank accounts in a country; the default ones for a country without a file. */
export const identifiersOf = (country: string): readonly BankIdentifier[] =>
  findCountry(country)?.bank_identifiers ?? SERVICE.default_bank_identifiers;

const ALL: readonly BankIdentifier[] = ['clabe', 'routing_number', 'iban', 'bic'];

/** The given ones that the entity's country uses, checked and in stored form. */
export const readIdentifiers = (ctx: IdentifierScope, given: Identifiers): ReadIdentifiers => {
  const country = ctx.entity.country_code;
  const used = identifiersOf(country);
  const read: { [I in BankIdentifier]?: string } = {};
  for (const path of ALL) {
    const text = given[path];
    if (text === undefined) continue;
    if (used.includes(path)) read[path] = CHECKED[path](ctx, text);
    else ctx.warn('field_ignored_for_country', { path, country });
  }
  return read;
};

const CHECKED: Readonly<Record<BankIdentifier, (ctx: IdentifierRaises, text: string) => string>> = {
  clabe: (ctx, text) => {
    if (isClabe(text)) return text;
    throw ctx.error('clabe_invalid', { path: 'clabe', received: text });
  },
  routing_number: (ctx, text) => {
    if (isRoutingNumber(text)) return text;
    throw ctx.error('routing_number_invalid', { path: 'routing_number', received: text });
  },
  iban: (ctx, text) => {
    const iban = compactIban(text);
    const fault = ibanFault(iban);
    if (fault === undefined) return iban;
    throw ctx.error('iban_invalid', { path: 'iban', received: text, ...because(fault) });
  },
  bic: (ctx, text) => {
    const bic = compactBic(text);
    if (isBic(bic)) return bic;
    throw ctx.error('bic_invalid', { path: 'bic', received: text });
  },
};
