// When and where goods or services were supplied (BT-72, BG-14, BG-15).
import type { IsoDay } from '../../../base/time/day.ts';
import type { InvoiceDocument } from '../../regime.ts';
import type { Period } from '../../terms.ts';
import type { XmlElement } from '../../xml/write.ts';
import type { TradeParty } from '../parties.ts';
import { address } from './party.ts';
import { group, leaf } from './values.ts';

/** BG-14, BG-26. */
export const invoicePeriod = (period: Period | null): XmlElement | null =>
  period === null
    ? null
    : group('cac:InvoicePeriod', [leaf('cbc:StartDate', period.from), leaf('cbc:EndDate', period.to)]);

/**
 * Where nothing is said, the day of supply is that of issue: German law asks for one (BR-DE-TMP-32). A credit note is
 * on the supply of the invoice that it corrects.
 */
export const deliveryDay = (document: InvoiceDocument): IsoDay | null => {
  const { terms, lines, relations, issueDate } = document;
  if (terms.deliveryDate !== null) return terms.deliveryDate;
  const hasPeriod = terms.deliveryPeriod !== null || lines.every(({ period }) => period !== null);
  // Supplies within the Union state the day or the period of the whole (BR-IC-11).
  if (hasPeriod && (terms.deliveryPeriod !== null || !isWithinUnion(document))) return null;
  return document.kind === 'credit_note' ? (relations[0]?.issueDate ?? issueDate) : issueDate;
};

const isWithinUnion = ({ breakdown }: InvoiceDocument): boolean =>
  breakdown.some(({ category }) => category === 'K');

/** Goods within the Union state where they went too (BR-IC-12). */
export const delivery = (document: InvoiceDocument, buyer: TradeParty): XmlElement | null =>
  group('cac:Delivery', [
    leaf('cbc:ActualDeliveryDate', deliveryDay(document)),
    isWithinUnion(document) ? group('cac:DeliveryLocation', [address('cac:Address', buyer)]) : null,
  ]);
