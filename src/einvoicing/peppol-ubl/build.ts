// Builds the document of a valid invoice: its bytes and the version of their format.
import { createHash } from 'node:crypto';
import { type BuiltDocument, type FilingFacts, PRINT_MEDIA_TYPE, XML_MEDIA_TYPE } from '../filing.ts';
import type { InvoiceDocument } from '../regime.ts';
import { invoiceXml } from './document/invoice.ts';
import { profileFor } from './country-data.ts';
import { chooseDelivery, isPdfAlone } from './delivery.ts';

export const build = (document: InvoiceDocument, facts: FilingFacts): BuiltDocument => {
  const { seller, buyer, issueDate } = document;
  const byEmail = chooseDelivery(document).channel === 'email';
  const profile = profileFor(seller.country_code, issueDate, { country: buyer.country_code, byEmail });
  const pdfAlone = isPdfAlone(document);
  if (profile === undefined && !pdfAlone)
    throw new Error(`no profile of ${seller.country_code} holds on ${issueDate}; validate finds that`);
  const bytes = Buffer.from(invoiceXml(document, facts, profile ?? null), 'utf8');
  return {
    bytes,
    mediaType: pdfAlone ? PRINT_MEDIA_TYPE : XML_MEDIA_TYPE,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    profile: profile?.id ?? 'pdf',
    seal: null,
  };
};
