// Other documents that a UBL document names or carries.
import { toDecimal } from '../../../base/money/amount.ts';
import type { Decimal } from '../../../base/money/decimal.ts';
import type { InvoiceDocument } from '../../regime.ts';
import type { Attachment } from '../../terms.ts';
import { element, type XmlElement } from '../../xml/write.ts';
import { grossOf } from '../calculate.ts';
import { atHome } from './tax.ts';
import { group, leaf } from './values.ts';

/** UNTDID 1001: project specification; credit notes have no element of their own for BT-11. */
const PROJECT = '50';

/** BT-13, BG-3, BT-12: the order, the invoices before, the contract. */
export const earlierDocuments = ({ terms, relations }: InvoiceDocument): (XmlElement | null)[] => [
  group('cac:OrderReference', [leaf('cbc:ID', terms.orderReference)]),
  ...relations.map(({ folio, issueDate }) =>
    group('cac:BillingReference', [
      group('cac:InvoiceDocumentReference', [leaf('cbc:ID', folio), leaf('cbc:IssueDate', issueDate)]),
    ]),
  ),
  group('cac:ContractDocumentReference', [leaf('cbc:ID', terms.contractReference)]),
];

/** BG-24: the file itself. */
const attachment = ({ name, description, mimeType, content }: Attachment): XmlElement => {
  if (content === null) throw new Error(`the content of ${name} has not been read`);
  return element('cac:AdditionalDocumentReference', {}, [
    leaf('cbc:ID', name),
    leaf('cbc:DocumentDescription', description),
    element('cac:Attachment', {}, [
      element(
        'cbc:EmbeddedDocumentBinaryObject',
        { mimeCode: mimeType, filename: name },
        content.toString('base64'),
      ),
    ]),
  ]);
};

/** Singapore requires the totals in its own currency too, as document references. */
const homeTotals = (document: InvoiceDocument, home: string | null): XmlElement[] => {
  const { subtotal, exchangeRate } = document;
  if (home === null || exchangeRate === null) return [];
  const reference = (type: string, value: Decimal): XmlElement =>
    element('cac:AdditionalDocumentReference', {}, [
      leaf('cbc:ID', home),
      leaf('cbc:DocumentTypeCode', type),
      leaf('cbc:DocumentDescription', atHome(value, exchangeRate, home).toFixed(2)),
    ]);
  return [
    reference('sgdtotal-excl-gst', toDecimal(subtotal)),
    reference('sgdtotal-incl-gst', grossOf(document)),
  ];
};

/** `totalsIn`: the currency of totals as references; null for none. */
export const additionalDocuments = (
  document: InvoiceDocument,
  totalsIn: string | null,
): (XmlElement | null)[] => {
  const { kind, terms } = document;
  const project = leaf('cbc:ID', terms.projectReference);
  const isCredit = kind === 'credit_note';
  return [
    ...homeTotals(document, totalsIn),
    isCredit && project !== null
      ? group('cac:AdditionalDocumentReference', [project, leaf('cbc:DocumentTypeCode', PROJECT)])
      : null,
    ...terms.attachments.map(attachment),
    isCredit ? null : group('cac:ProjectReference', [project]),
  ];
};
