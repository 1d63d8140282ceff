// Prints a Peppol invoice or credit note: a copy for human readers of the XML, or the pages of a hybrid invoice.
import { invoicePrintWords } from '../../../generated/texts/invoice-print.ts';
import { COUNTRIES, type CountryData } from '../../../generated/countries.ts';
import { findLocale } from '../../base/locale.ts';
import type { FiledInvoice } from '../../domain/filing/delivery/printer.ts';
import { chooseDelivery } from '../../einvoicing/peppol-ubl/delivery.ts';
import type { PrintedInvoice } from '../printed.ts';
import { type Job, filled, readUbl } from './job.ts';
import { explainExemptions, printLines, printTaxes } from './lines.ts';
import { printBuyer, printSeller } from './parties.ts';
import { printPayment, printSums, printTotal } from './payment.ts';
import { headerFacts } from './terms.ts';

/** The form in which the buyer gets the document. */
type PrintForm = 'copy' | 'hybrid' | 'paper';

/** What is sent as a PDF is the invoice itself; beside an XML document the PDF is a copy. */
export const chooseForm = ({ document }: FiledInvoice): PrintForm => {
  const { channel, format } = chooseDelivery(document);
  if (channel === 'network' || format === 'xrechnung') return 'copy';
  return format === 'pdf' ? 'paper' : 'hybrid';
};

/** PINT where the tax is GST, by the name that the first profile gives its rules, such as `PINT A-NZ 1.1.3`. */
const standardOf = ({ tax, profiles }: CountryData): string =>
  tax.scheme === 'VAT' ? 'EN 16931' : (profiles?.[0]?.rules ?? '').replace(/ [\d.]+$/, '');

export const printPeppol = (filed: FiledInvoice, form: PrintForm = chooseForm(filed)): PrintedInvoice => {
  const { document, folio, filedAt, sandbox, draft = false, xml } = filed;
  const country = document.seller.country_code;
  const locale = findLocale(country);
  const words = invoicePrintWords(locale.language);
  const data = COUNTRIES[country];
  const taxName = words.taxName || data.tax.scheme;
  const job: Job = { document, folio, locale, words, data, taxName, ubl: readUbl(xml) };
  return {
    page: locale.page,
    language: locale.tag,
    createdAt: filedAt,
    title: document.kind === 'credit_note' ? words.creditNote : (data.invoice_title ?? words.title),
    number: folio,
    subtitle: null,
    subject: document.title,
    sandbox: draft ? words.draft : sandbox ? words.sandbox : null,
    seller: printSeller(job),
    buyer: printBuyer(job),
    facts: headerFacts(job),
    blocks: [{ heading: null, facts: [], table: printLines(job) }],
    taxHeading: words.taxes(words.taxFullName || data.tax.scheme),
    taxes: printTaxes(job),
    totals: printSums(job),
    grandTotal: printTotal(job),
    inWords: null,
    sections: printPayment(job),
    remarks: [
      ...explainExemptions(job),
      ...filled(document.notes),
      ...(document.terms.attachments.length === 0
        ? []
        : [`${words.attachments}: ${document.terms.attachments.map(({ name }) => name).join(', ')}`]),
    ],
    stamp: null,
    unprintable: words.unprintable,
    legend: form === 'copy' ? words.legend.copy(standardOf(data)) : words.legend[form],
    pageNumber: words.pageNumber('{page}', '{pages}'),
  };
};
