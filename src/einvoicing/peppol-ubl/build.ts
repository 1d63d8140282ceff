// Builds the document of a valid invoice: its bytes and the version of their format.
import { createHash } from 'node:crypto';
import type { BuiltDocument, FilingFacts } from '../filing.ts';
import type { InvoiceDocument } from '../regime.ts';
import { invoiceXml } from './document/invoice.ts';
import { profileFor } from './country-data.ts';
import { chooseDelivery } from './delivery.ts';

export const build = (document: InvoiceDocument, facts: FilingFacts): BuiltDocument => {
  const { seller, buyer, issueDate } = document;
  const byEmail = chooseDelivery(document).channel === 'email';
  const profile = profileFor(seller.country_code, issueDate, { country: buyer.country_code, byEmail });
  if (profile === undefined)
    throw new Error(`no profile of ${seller.country_code} holds on ${issueDate}; validate finds that`);
  const bytes = Buffer.from(invoiceXml(document, facts, profile), 'utf8');
  return {
    bytes,
    mediaType: 'application/xml',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    profile: profile.id,
    seal: null,
  };
};
