// What a Peppol invoice needs to know about its buyer. Most of it may be added later: only what is given is checked.
import type { CountryData } from '../../../generated/countries.ts';
import {
  type CheckedCounterparty,
  type CounterpartyInput,
  type CounterpartyRaises,
  type CounterpartyRules,
  type CounterpartyWarns,
  detailPath,
} from '../counterparty-rules.ts';
import { findCountry } from '../../base/country-codes.ts';
import { readPostalCode } from '../postal-code.ts';
import {
  deriveParticipant,
  isParticipantId,
  lackingRegistration,
  readScheme,
  type registrationOf,
} from './participant.ts';
import { normaliseVatId, readVatId } from './vat-id.ts';

type Checks = CounterpartyRaises & CounterpartyWarns;

/** Countries without a file: any postal code, any form of tax id. */
const ANY_POSTAL_CODE: CountryData['postal_code'] = { pattern: '^.{1,20}$', required: false };

const acceptVatId = (ctx: Checks, country: string, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const path = detailPath('vat_id');
  const vatId = readVatId(country, text);
  if ('reason' in vatId) {
    const tax_id_kind = findCountry(country)?.tax_id.name ?? 'VAT ID';
    throw ctx.error('tax_id_invalid', {
      path,
      received: text.slice(0, 60),
      tax_id_kind,
      reason: vatId.reason,
    });
  }
  if (!vatId.check_digit_fits) ctx.warn('tax_id_check_digit', { path, tax_id: vatId.text });
  return vatId.text;
};

const acceptParticipant = (
  ctx: Checks,
  input: CounterpartyInput,
  vatId: string | undefined,
): string | undefined => {
  const tax_number = input.details['tax_number']?.trim();
  const derived = deriveParticipant(input.country_code, { vat_id: vatId, tax_number });
  const known = input.details['participant_id']?.trim();
  if (known === undefined) return derived;
  if (!isParticipantId(known)) {
    throw ctx.error('participant_id_invalid', {
      path: detailPath('participant_id'),
      received: known.slice(0, 100),
    });
  }
  // A derived id follows a change of the VAT id; a given one stays.
  const isDerived = !input.given.has('participant_id') && readScheme(known) === readScheme(derived ?? '');
  return isDerived ? derived : known;
};

/** Of customers to whom documents go over the network of their own country. */
const warnOfRegistration = (
  ctx: Checks,
  { country_code: country, seller_country }: CounterpartyInput,
  ids: Parameters<typeof registrationOf>[1],
): void => {
  if (seller_country !== country || ids.participant_id === undefined) return;
  const lacking = lackingRegistration('buyer', country, ids);
  if (lacking !== null)
    ctx.warn('registration_missing', { path: detailPath(lacking.field), country, names: lacking.names });
};

const check = (ctx: Checks, input: CounterpartyInput): CheckedCounterparty => {
  const { country_code: country, details } = input;
  const postalCode = findCountry(country)?.postal_code ?? ANY_POSTAL_CODE;
  const vatId = acceptVatId(ctx, country, details['vat_id']);
  const participant = acceptParticipant(ctx, input, vatId);
  const taxNumber = details['tax_number']?.trim();
  warnOfRegistration(ctx, input, { vat_id: vatId, tax_number: taxNumber, participant_id: participant });
  const { vat_id: _vatId, participant_id: _participant, ...others } = details;
  return {
    tax_id: vatId ?? taxNumber ?? null,
    tax_id_unique: vatId ?? (taxNumber === undefined ? null : normaliseVatId(taxNumber)),
    postal_code: readPostalCode(ctx, { country, postal_code: postalCode }, input.postal_code),
    details: {
      ...(vatId === undefined ? {} : { vat_id: vatId }),
      ...(participant === undefined ? {} : { participant_id: participant }),
      ...others,
    },
  };
};

export const PEPPOL_COUNTERPARTY: CounterpartyRules = { check, normaliseTaxId: normaliseVatId };
