// Required elements and their order: the schema of UBL, and the rules of EN 16931 on presence.
import { ORDER } from './order.ts';
import { breach, fatal, present, type UblInvoice, type UblRule } from './rule.ts';
import { all, everything, type Node } from './tree.ts';

/** The schema has no rule ids; every breach of it is reported under this name. */
const SCHEMA = 'UBL-2.1-XSD';

const readOrder = (node: Node): string[] => {
  const order = ORDER[node.name];
  if (order === undefined) return [];
  let last = 0;
  const faults: string[] = [];
  for (const child of node.children) {
    const place = order.indexOf(child.name);
    if (place < 0) faults.push(`${child.path} is not known there.`);
    else if (place < last) faults.push(`${child.path} stands after an element that it must precede.`);
    else last = place;
  }
  return faults;
};

const root = ({ root: node }: UblInvoice): readonly Node[] => [node];
const lines = (invoice: UblInvoice): readonly Node[] => invoice.lines;
const subtotals = (invoice: UblInvoice): readonly Node[] => invoice.subtotals;
const below =
  (path: string) =>
  (invoice: UblInvoice): readonly Node[] =>
    all(invoice.root, path);

const SELLER = 'cac:AccountingSupplierParty';
const BUYER = 'cac:AccountingCustomerParty';

export const STRUCTURE_RULES: readonly UblRule[] = [
  fatal(SCHEMA, ({ written }) =>
    everything(written)
      .flatMap(readOrder)
      .map((fault) =>
        breach(fault.split(' ')[0] ?? '', fault, 'Write the elements in the order of UBL 2.1.'),
      ),
  ),
  present('BR-01', root, 'cbc:CustomizationID', 'The specification identifier (BT-24)'),
  present('BR-02', root, 'cbc:ID', 'The invoice number (BT-1)'),
  present('BR-03', root, 'cbc:IssueDate', 'The issue date (BT-2)'),
  present('BR-04', root, 'cbc:InvoiceTypeCode', 'The type of invoice (BT-3)'),
  present('BR-05', root, 'cbc:DocumentCurrencyCode', 'The currency (BT-5)'),
  present(
    'BR-06',
    root,
    `${SELLER}/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName`,
    "The seller's name (BT-27)",
  ),
  present(
    'BR-07',
    root,
    `${BUYER}/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName`,
    "The buyer's name (BT-44)",
  ),
  present('BR-08', root, `${SELLER}/cac:Party/cac:PostalAddress`, "The seller's address (BG-5)"),
  present(
    'BR-09',
    below(`${SELLER}/cac:Party/cac:PostalAddress`),
    'cac:Country/cbc:IdentificationCode',
    "The seller's country (BT-40)",
  ),
  present('BR-10', root, `${BUYER}/cac:Party/cac:PostalAddress`, "The buyer's address (BG-8)"),
  present(
    'BR-11',
    below(`${BUYER}/cac:Party/cac:PostalAddress`),
    'cac:Country/cbc:IdentificationCode',
    "The buyer's country (BT-55)",
  ),
  present('BR-12', root, 'cac:LegalMonetaryTotal/cbc:LineExtensionAmount', 'The sum of the lines (BT-106)'),
  present('BR-13', root, 'cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount', 'The total without tax (BT-109)'),
  present('BR-14', root, 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount', 'The total with tax (BT-112)'),
  present('BR-15', root, 'cac:LegalMonetaryTotal/cbc:PayableAmount', 'The amount due (BT-115)'),
  present('BR-16', root, 'cac:InvoiceLine', 'A line (BG-25)'),
  present('BR-21', lines, 'cbc:ID', 'The number of the line (BT-126)'),
  present('BR-22', lines, 'cbc:InvoicedQuantity', 'The quantity of the line (BT-129)'),
  fatal('BR-23', (invoice) =>
    invoice.lines.flatMap((line) =>
      all(line, 'cbc:InvoicedQuantity').some(({ attributes }) => (attributes['unitCode'] ?? '') === '')
        ? [
            breach(
              `${line.path}/cbc:InvoicedQuantity`,
              'The unit of the quantity (BT-130) is missing.',
              'State unitCode.',
            ),
          ]
        : [],
    ),
  ),
  present('BR-24', lines, 'cbc:LineExtensionAmount', 'The amount of the line (BT-131)'),
  present('BR-25', lines, 'cac:Item/cbc:Name', 'The name of what is sold (BT-153)'),
  present('BR-26', lines, 'cac:Price/cbc:PriceAmount', 'The price (BT-146)'),
  present(
    'BR-CO-04',
    lines,
    'cac:Item/cac:ClassifiedTaxCategory/cbc:ID',
    'The tax category of the line (BT-151)',
  ),
  present('BR-CO-18', root, 'cac:TaxTotal/cac:TaxSubtotal', 'The tax breakdown (BG-23)'),
  present('BR-45', subtotals, 'cbc:TaxableAmount', 'The base of the tax (BT-116)'),
  present('BR-46', subtotals, 'cbc:TaxAmount', 'The amount of the tax (BT-117)'),
  present('BR-47', subtotals, 'cac:TaxCategory/cbc:ID', 'The category of the tax (BT-118)'),
  present('BR-49', below('cac:PaymentMeans'), 'cbc:PaymentMeansCode', 'The means of payment (BT-81)'),
  present(
    'BR-50',
    below('cac:PaymentMeans/cac:PayeeFinancialAccount'),
    'cbc:ID',
    'The account to pay to (BT-84)',
  ),
  present(
    'BR-57',
    below('cac:Delivery/cac:DeliveryLocation/cac:Address'),
    'cac:Country/cbc:IdentificationCode',
    'The country of delivery (BT-80)',
  ),
];
