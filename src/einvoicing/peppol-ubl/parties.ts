// Seller and buyer as an EN 16931 invoice names them.
import { COUNTRIES } from '../../../generated/countries.ts';
import type { Entity } from '../../domain/entities/entity.ts';
import type { Buyer } from '../regime.ts';
import { isParticipantId, participantOf } from './participant.ts';
import { readVatId } from './vat-id.ts';

export interface TradeParty {
  /** BT-31, BT-48. */
  readonly vatId: string | null;
  /** BT-34, BT-49: where the network delivers. */
  readonly endpoint: string | null;
}

const validVatId = (country: string, text: string | undefined): string | null => {
  if (text === undefined) return null;
  const read = readVatId(country, text);
  return 'reason' in read ? null : read.text;
};

const endpointOf = (country: string, given: string | undefined, vatId: string | null): string | null => {
  if (given !== undefined) return isParticipantId(given) ? given : null;
  return vatId === null ? null : (participantOf(country, vatId) ?? null);
};

/** The tax id of the entity is its VAT id when it has the form of one; in Germany it may be the tax number instead. */
export const sellerOf = (seller: Entity): TradeParty => {
  const country = COUNTRIES[seller.country_code].country;
  const { vat_id, participant_id } = seller.details;
  const vatId = validVatId(country, vat_id ?? seller.tax_id ?? undefined);
  return { vatId, endpoint: endpointOf(country, participant_id, vatId) };
};

export const buyerOf = (buyer: Buyer): TradeParty => {
  const vatId = validVatId(buyer.country_code, buyer.details['vat_id']);
  return { vatId, endpoint: endpointOf(buyer.country_code, buyer.details['participant_id'], vatId) };
};
