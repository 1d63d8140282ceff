// Seller and buyer of an EN 16931 invoice.
import type { Entity } from '../../base/entity.ts';
import { findCountry } from '../../base/country-codes.ts';
import type { Buyer } from '../regime.ts';
import { isVatPrefix } from './codes.ts';
import { type CompanyIds, deriveParticipant, isParticipantId, registrationOf } from './participant.ts';
import { written } from './text.ts';
import { readVatId } from './vat-id.ts';

export interface TradeParty {
  readonly name: string;
  readonly country: string;
  readonly street: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  /** BT-31, BT-48. */
  readonly vatId: string | null;
  /** BT-32: the national tax number, unless it is a company register number. */
  readonly taxNumber: string | null;
  /** BT-30, BT-47: the company register number, with its ISO 6523 scheme. */
  readonly registration: { readonly scheme: string; readonly id: string } | null;
  /** BT-34, BT-49: where the network delivers. */
  readonly endpoint: string | null;
  readonly contact: {
    readonly name: string | null;
    readonly phone: string | null;
    readonly email: string | null;
  };
}

/** What is stored about either party besides its name. */
interface Facts {
  readonly name: string;
  readonly country: string;
  readonly postalCode: string | null;
  readonly details: {
    readonly vat_id?: string | undefined;
    readonly tax_number?: string | undefined;
    readonly street?: string | undefined;
    readonly city?: string | undefined;
    readonly participant_id?: string | undefined;
    readonly contact_name?: string | undefined;
    readonly contact_email?: string | undefined;
    readonly contact_phone?: string | undefined;
  };
}

const filled = (text: string | null | undefined): string | null => {
  const content = written(text);
  return content === '' ? null : content;
};

const validVatId = (country: string, text: string | undefined): string | null => {
  if (text === undefined) return null;
  const read = readVatId(country, text);
  return 'reason' in read ? null : read.text;
};

const chooseEndpoint = (country: string, given: string | undefined, ids: CompanyIds): string | null => {
  if (given !== undefined) return isParticipantId(given) ? given : null;
  return deriveParticipant(country, ids) ?? null;
};

const describeParty = ({ name, country, postalCode, details }: Facts): TradeParty => {
  const vatId = validVatId(country, details.vat_id);
  const taxNumber = filled(details.tax_number);
  const ids = { vat_id: vatId ?? undefined, tax_number: taxNumber ?? undefined };
  return {
    name: written(name),
    country,
    street: filled(details.street),
    city: filled(details.city),
    postalCode: filled(postalCode),
    vatId,
    taxNumber: findCountry(country)?.registration_schemes === undefined ? taxNumber : null,
    registration: registrationOf(country, { ...ids, participant_id: details.participant_id }) ?? null,
    endpoint: chooseEndpoint(country, details.participant_id, ids),
    contact: {
      name: filled(details.contact_name),
      phone: filled(details.contact_phone),
      email: filled(details.contact_email),
    },
  };
};

/** The tax id of the entity is its VAT id when it has the form of one; otherwise it is the national tax number. */
export const sellerOf = (seller: Entity): TradeParty => {
  const { details, tax_id } = seller;
  const vat_id = details.vat_id ?? validVatId(seller.country_code, tax_id ?? undefined) ?? undefined;
  return describeParty({
    name: seller.name,
    country: seller.country_code,
    postalCode: seller.postal_code,
    details: { ...details, vat_id },
  });
};

export const buyerOf = (buyer: Buyer): TradeParty =>
  describeParty({
    name: buyer.name,
    country: buyer.country_code,
    postalCode: buyer.postal_code,
    details: buyer.details,
  });

/** Consumers have none of these. */
export const isCompany = ({ vatId, taxNumber, registration }: TradeParty): boolean =>
  vatId !== null || taxNumber !== null || registration !== null;

/** The tax id in the form required for this tax: a VAT id begins with its country (BR-CO-09). */
export const taxIdOf = ({ vatId }: TradeParty, scheme: string): string | null =>
  vatId !== null && (scheme !== 'VAT' || isVatPrefix(vatId.slice(0, 2))) ? vatId : null;
