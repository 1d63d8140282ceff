// Names and addresses on their way into mail headers: nothing in them may end a header or name a second receiver.

import { LIMITS } from '../../generated/limits.ts';
import { findHidden } from './text/hidden.ts';

/** One line without controls or marks that change the direction of text. */
export const headerText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

const { recipient: MAX_ADDRESS } = LIMITS.InvoiceDelivery;
/** One mailbox: local part and domain, without quoting, comments or lists. */
const ADDRESS = /^[^\s@<>(),;:\\"[\]\p{Control}\p{Format}]{1,64}@[^\s@<>(),;:\\"[\]\p{Control}\p{Format}]+$/u;

/** Capitals that become another letter of ASCII (K, İ): such an address would be taken for one of somebody else. */
const DISGUISED = /[\u212a\u0130]/u;

export const isAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS && ADDRESS.test(text) && !DISGUISED.test(text) && findHidden(text) === undefined;

/** `Folio <invoices@example.com>` or the bare address. */
export const addressIn = (text: string): string => (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim();

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** A name for a file: `F-12.xml`. Whatever else stands in a series becomes a dash; never hidden, never a path. */
export const fileName = (base: string, extension: string): string => {
  const safe = base
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80);
  return `${safe === '' ? 'invoice' : safe}.${extension}`;
};
