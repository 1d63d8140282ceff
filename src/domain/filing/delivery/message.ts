// Composes the mail that delivers an invoice or credit note to its buyer.
import { documentMailWords } from '../../../../generated/texts/document-mail.ts';
import type { DeliveryFormat } from '../../../../generated/types.ts';
import type { ShownDocument } from '../../../einvoicing/regime.ts';
import { fileName, headerText } from '../../../base/mail-address.ts';
import { attachedFiles } from '../../../einvoicing/peppol-ubl/attachments.ts';
import type { OutgoingMail } from './mailer.ts';
import { dayText, findLocale, moneyText } from '../../../base/locale.ts';

export interface InvoiceMail {
  /** A retry of the same mail has the same. */
  readonly messageId: string;
  readonly recipient: string;
  readonly document: ShownDocument;
  readonly folio: string;
  readonly sandbox: boolean;
  readonly xml: { readonly media_type: string; readonly bytes: Buffer };
  readonly pdf: Buffer;
  /** Null where the mail is a copy of what an authority or the network has. */
  readonly form: DeliveryFormat | null;
}

/** The mail in parts, before it is text or HTML. */
interface Letter {
  /** Of a document that has no validity. */
  readonly sandbox: string | null;
  readonly greeting: string;
  readonly intro: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** What is attached, and that replies are read; without a contact nobody would. */
  readonly attached: readonly string[];
  readonly closing: string;
  readonly seller: string;
}

export const invoiceMail = (invoice: InvoiceMail): OutgoingMail => {
  const { document, folio, sandbox, xml, pdf, form } = invoice;
  const { seller, buyer, kind } = document;
  const locale = findLocale(seller.country_code);
  const replyTo = seller.details.contact_email ?? null;
  const words = documentMailWords(locale.language);
  const own = words[kind];
  const name = headerText(seller.name);
  const letter: Letter = {
    sandbox: sandbox ? words.sandbox : null,
    greeting: words.greeting,
    intro: own.intro(name),
    facts: [
      [own.number, folio],
      [own.total, moneyText(locale, document.total)],
      ...(kind === 'invoice' ? [[words.due, dayText(locale, document.dueDate)] as const] : []),
    ],
    attached: [form === null ? own.attached : words.forms[form], ...(replyTo === null ? [] : [words.reply])],
    closing: words.closing,
    seller: name,
  };
  const subject = own.subject(folio, name);
  return {
    messageId: invoice.messageId,
    fromName: name,
    to: { name: buyer.name, address: invoice.recipient },
    replyTo,
    subject: sandbox ? `[SANDBOX] ${subject}` : subject,
    text: writeText(letter),
    html: writeHtml(letter),
    attachments: [
      // With the XML goes a PDF for people; the other forms are one file.
      ...(form === null || form === 'xrechnung'
        ? [{ filename: fileName(folio, 'xml'), mediaType: xml.media_type, content: xml.bytes }]
        : []),
      { filename: fileName(folio, 'pdf'), mediaType: 'application/pdf', content: pdf },
      // The other forms hold them.
      ...(form === 'pdf' ? attachedFiles(xml.bytes) : []),
    ],
  };
};

const writeText = ({ sandbox, greeting, intro, facts, attached, closing, seller }: Letter): string =>
  [
    ...(sandbox === null ? [] : [sandbox, '']),
    greeting,
    '',
    intro,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    ...attached,
    '',
    closing,
    seller,
    '',
  ].join('\n');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const paragraph = (text: string): string => `<p style="margin:0 0 12px">${escaped(text)}</p>`;

const writeHtml = ({ sandbox, greeting, intro, facts, attached, closing, seller }: Letter): string => {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#5f6671">${escaped(label)}</td><td><b>${escaped(value)}</b></td></tr>`,
  );
  return [
    '<!doctype html><html><body style="font:15px/1.5 system-ui,sans-serif;color:#1a1a1a">',
    ...(sandbox === null
      ? []
      : [
          `<p style="margin:0 0 12px;padding:8px;background:#b3261e;color:#fff"><b>${escaped(sandbox)}</b></p>`,
        ]),
    paragraph(greeting),
    paragraph(intro),
    `<table style="margin:0 0 12px;border-collapse:collapse">${rows.join('')}</table>`,
    paragraph(attached.join(' ')),
    `<p>${escaped(closing)}<br>${escaped(seller)}</p>`,
    '</body></html>',
  ].join('\n');
};
