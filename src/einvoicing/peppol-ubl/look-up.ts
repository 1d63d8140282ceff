// Whether a customer's participant id, which follows from its tax id, has been looked up in the network. The answer is
// kept with the customer's country fields, beside those that callers state and see.
import { addDays, asDay, type IsoDay } from '../../base/time/day.ts';
import type { Buyer } from '../regime.ts';
import { deriveParticipant } from './participant.ts';
import { buyerOf } from './parties.ts';

type Details = Readonly<Record<string, string>>;

/** Companies join and leave the network. */
const GOOD_FOR_DAYS = 30;

/** What a look-up said; undefined without one. */
export const readLookUp = ({ participant_verified: found }: Details): boolean | undefined =>
  found === undefined ? undefined : found === 'true';

export const writeLookUp = (found: boolean, today: IsoDay): Details => ({
  participant_verified: String(found),
  participant_verified_on: today,
});

/** What callers have stated: without the look-up. */
export const statedDetails = ({
  participant_verified: _found,
  participant_verified_on: _day,
  ...stated
}: Details): Details => stated;

/** The look-up stays while the participant id does. */
export const keepLookUp = (before: Details, after: Details): Details => {
  const { participant_verified: found, participant_verified_on: day } = before;
  if (found === undefined || day === undefined || before['participant_id'] !== after['participant_id'])
    return after;
  return { ...after, participant_verified: found, participant_verified_on: day };
};

/** Null for an id that somebody has given. */
export const derivedParticipant = (buyer: Pick<Buyer, 'country_code' | 'details'>): string | null => {
  const { endpoint } = buyerOf({ ...buyer, name: '', tax_id: null, postal_code: null });
  const { vat_id, tax_number } = buyer.details;
  return endpoint === deriveParticipant(buyer.country_code, { vat_id, tax_number }) ? endpoint : null;
};

/** The participant id that is to be looked up; null if there is none, or an answer that still holds. */
export const participantToLookUp = (
  buyer: Pick<Buyer, 'country_code' | 'details'>,
  today: IsoDay,
): string | null => {
  const { participant_verified_on: day } = buyer.details;
  const isFresh = day !== undefined && addDays(asDay(day), GOOD_FOR_DAYS) > today;
  return isFresh ? null : derivedParticipant(buyer);
};
