// The text of the mail with an invoice or credit note, in the language of the seller's country.
import type { DeliveryFormat } from '../../../../generated/types.ts';
import type { Language } from '../../../base/locale.ts';

export interface MailFacts {
  readonly folio: string;
  readonly seller: string;
  readonly total: string;
  readonly due: string;
  readonly sandbox: boolean;
}

type CreditNoteLabels = Readonly<Record<'invoice' | 'total', string>>;

export interface MailWords {
  readonly subject: (facts: MailFacts) => string;
  readonly greeting: string;
  readonly intro: (facts: MailFacts) => string;
  /** Without `due` nothing is to be paid. */
  readonly labels: CreditNoteLabels & { readonly due?: string };
  readonly attached: string;
  readonly reply: string;
  readonly sandbox: string;
  readonly closing: string;
}

export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = {
  es: {
    subject: ({ folio, seller }) => `Factura ${folio} de ${seller}`,
    greeting: 'Buen día:',
    intro: ({ seller }) => `Le enviamos la factura que ${seller} expidió a su nombre.`,
    labels: { invoice: 'Factura', total: 'Total', due: 'Vencimiento' },
    attached: 'Se adjuntan el CFDI timbrado (XML) y su representación impresa (PDF).',
    reply: 'Si tiene alguna pregunta, responda a este correo.',
    sandbox: 'SANDBOX: documento de prueba sin validez fiscal.',
    closing: 'Saludos cordiales',
  },
  de: {
    subject: ({ folio, seller }) => `Rechnung ${folio} von ${seller}`,
    greeting: 'Guten Tag,',
    intro: ({ seller }) => `anbei erhalten Sie eine Rechnung von ${seller}.`,
    labels: { invoice: 'Rechnung', total: 'Rechnungsbetrag', due: 'Fällig am' },
    attached:
      'Die elektronische Rechnung (XML) ist maßgeblich; die beigefügte PDF-Datei ist eine lesbare Darstellung.',
    reply: 'Bei Fragen antworten Sie bitte auf diese E-Mail.',
    sandbox: 'SANDBOX: Testdokument ohne steuerliche Gültigkeit.',
    closing: 'Freundliche Grüße',
  },
  en: {
    subject: ({ folio, seller }) => `Invoice ${folio} from ${seller}`,
    greeting: 'Hello,',
    intro: ({ seller }) => `Please find attached an invoice from ${seller}.`,
    labels: { invoice: 'Invoice', total: 'Total due', due: 'Due date' },
    attached: 'The electronic document (XML) is the invoice; the PDF is a readable copy.',
    reply: 'If you have a question, reply to this e-mail.',
    sandbox: 'SANDBOX: test document with no fiscal validity.',
    closing: 'Kind regards',
  },
};

/** What a mail with a credit note says instead; nothing is due. */
export const CREDIT_NOTE_WORDS: Readonly<
  Record<Language, Pick<MailWords, 'subject' | 'intro' | 'attached'> & { readonly labels: CreditNoteLabels }>
> = {
  es: {
    subject: ({ folio, seller }) => `Nota de crédito ${folio} de ${seller}`,
    intro: ({ seller }) => `Le enviamos la nota de crédito que ${seller} expidió a su nombre.`,
    labels: { invoice: 'Nota de crédito', total: 'Total' },
    attached: MAIL_WORDS.es.attached,
  },
  de: {
    // "Gutschrift" would be self-billing (§ 14 UStG).
    subject: ({ folio, seller }) => `Rechnungskorrektur ${folio} von ${seller}`,
    intro: ({ seller }) => `anbei erhalten Sie eine Rechnungskorrektur von ${seller}.`,
    labels: { invoice: 'Rechnungskorrektur', total: 'Korrekturbetrag' },
    attached:
      'Das elektronische Dokument (XML) ist maßgeblich; die beigefügte PDF-Datei ist eine lesbare Darstellung.',
  },
  en: {
    subject: ({ folio, seller }) => `Credit note ${folio} from ${seller}`,
    intro: ({ seller }) => `Please find attached a credit note from ${seller}.`,
    labels: { invoice: 'Credit note', total: 'Total credited' },
    attached: 'The electronic document (XML) is the credit note; the PDF is a readable copy.',
  },
};

/** What a mail with a payment complement says instead; only Mexico has such. */
export const COMPLEMENT_WORDS: typeof CREDIT_NOTE_WORDS.es = {
  subject: ({ folio, seller }) => `Complemento de pago ${folio} de ${seller}`,
  intro: ({ seller }) => `Le enviamos el complemento de pago que ${seller} expidió a su nombre.`,
  labels: { invoice: 'Complemento de pago', total: 'Importe pagado' },
  attached: MAIL_WORDS.es.attached,
};

/** What is attached to a mail that is the only way the document goes, by its form. */
export const ATTACHED: Readonly<Record<Language, Readonly<Record<DeliveryFormat, string>>>> = {
  es: {
    xrechnung: 'Se adjuntan el documento electrónico (XML) y su representación impresa (PDF).',
    zugferd: 'Se adjunta el documento como PDF, que contiene también los datos electrónicos (XML).',
    pdf: 'Se adjunta el documento como PDF.',
  },
  de: {
    xrechnung:
      'Das elektronische Dokument (XRechnung, XML) ist maßgeblich; die beigefügte PDF-Datei ist eine lesbare Darstellung.',
    zugferd:
      'Die beigefügte PDF-Datei ist zugleich ein elektronisches Dokument (ZUGFeRD): Sie enthält die Daten auch als XML.',
    pdf: 'Das Dokument ist als PDF-Datei beigefügt.',
  },
  en: {
    xrechnung: 'The electronic document (XML) counts; the PDF is a readable copy.',
    zugferd: 'The attached PDF is also an electronic document (Factur-X): it holds the data as XML, too.',
    pdf: 'The document is attached as a PDF.',
  },
};
