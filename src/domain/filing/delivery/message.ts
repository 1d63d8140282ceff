// Composes the mail that delivers an invoice or credit note to its buyer.
import type { DeliveryFormat } from '../../../../generated/types.ts';
import type { ShownDocument } from '../../../einvoicing/regime.ts';
import { fileName, headerText } from '../../../base/mail-address.ts';
import { attachedFiles } from '../../../einvoicing/peppol-ubl/attachments.ts';
import type { OutgoingMail } from './mailer.ts';
import { dayText, findLocale, type Language, moneyText } from '../../../base/locale.ts';
import {
  ATTACHED,
  COMPLEMENT_WORDS,
  CREDIT_NOTE_WORDS,
  MAIL_WORDS,
  type MailFacts,
  type MailWords,
} from './words.ts';

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

export const invoiceMail = (invoice: InvoiceMail): OutgoingMail => {
  const { document, folio, sandbox, xml, pdf, form } = invoice;
  const { seller, buyer } = document;
  const locale = findLocale(seller.country_code);
  const replyTo = seller.details.contact_email ?? null;
  const known = chooseWords(invoice, locale.language);
  // Without a contact, replies would go to the service, where nobody reads them.
  const words = replyTo === null ? { ...known, reply: '' } : known;
  const facts: MailFacts = {
    folio,
    sandbox,
    seller: headerText(seller.name),
    total: moneyText(locale, document.total),
    due: dayText(locale, document.dueDate),
  };
  const subject = words.subject(facts);
  return {
    messageId: invoice.messageId,
    fromName: facts.seller,
    to: { name: buyer.name, address: invoice.recipient },
    replyTo,
    subject: sandbox ? `[SANDBOX] ${subject}` : subject,
    text: writeText(facts, words),
    html: writeHtml(facts, words),
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

const wordsOfKind = ({ kind }: ShownDocument, language: Language): Partial<MailWords> => {
  if (kind === 'payment') return COMPLEMENT_WORDS;
  return kind === 'credit_note' ? CREDIT_NOTE_WORDS[language] : {};
};

const chooseWords = ({ document, form }: InvoiceMail, language: Language): MailWords => ({
  ...MAIL_WORDS[language],
  ...wordsOfKind(document, language),
  ...(form === null ? {} : { attached: ATTACHED[language][form] }),
});

const listFacts = (facts: MailFacts, { labels }: MailWords): readonly (readonly [string, string])[] => [
  [labels.invoice, facts.folio],
  [labels.total, facts.total],
  ...(labels.due === undefined ? [] : [[labels.due, facts.due] as const]),
];

const writeText = (facts: MailFacts, words: MailWords): string =>
  [
    ...(facts.sandbox ? [words.sandbox, ''] : []),
    words.greeting,
    '',
    words.intro(facts),
    '',
    ...listFacts(facts, words).map(([label, value]) => `${label}: ${value}`),
    '',
    words.attached,
    ...(words.reply === '' ? [] : [words.reply]),
    '',
    words.closing,
    facts.seller,
    '',
  ].join('\n');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const paragraph = (text: string): string => `<p style="margin:0 0 12px">${escaped(text)}</p>`;

const writeHtml = (facts: MailFacts, words: MailWords): string => {
  const rows = listFacts(facts, words).map(
    ([label, value]) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#5f6671">${escaped(label)}</td><td><b>${escaped(value)}</b></td></tr>`,
  );
  return [
    '<!doctype html><html><body style="font:15px/1.5 system-ui,sans-serif;color:#1a1a1a">',
    ...(facts.sandbox
      ? [
          `<p style="margin:0 0 12px;padding:8px;background:#b3261e;color:#fff"><b>${escaped(words.sandbox)}</b></p>`,
        ]
      : []),
    paragraph(words.greeting),
    paragraph(words.intro(facts)),
    `<table style="margin:0 0 12px;border-collapse:collapse">${rows.join('')}</table>`,
    paragraph(`${words.attached} ${words.reply}`.trim()),
    `<p>${escaped(words.closing)}<br>${escaped(facts.seller)}</p>`,
    '</body></html>',
  ].join('\n');
};
