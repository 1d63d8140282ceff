// What is seldom meant on a draft under EN 16931.
import { type OddDraft, type Oddity, taxedAbroad } from '../oddities.ts';

/** Member states of the European Union, as of 2026. */
const MEMBERS: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

/** A consumer in another member state is taxed, be it as at home or as there (Directive 2006/112/EC, article 33). */
const isConsumerWithin = ({ seller, buyer }: OddDraft): boolean =>
  MEMBERS.has(seller.country_code) &&
  MEMBERS.has(buyer.country_code) &&
  (buyer.details['vat_id'] ?? '') === '';

export const oddities = (draft: OddDraft): readonly Oddity[] =>
  isConsumerWithin(draft) ? [] : taxedAbroad(draft);
