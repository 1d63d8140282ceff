// Periods, other documents and attachments.
import { breach, fatal, holds, present, type UblInvoice, type UblRule } from './rule.ts';
import { all, first, type Node, textAt } from './tree.ts';

const PERIOD = 'cac:InvoicePeriod';

const wholePeriod = ({ root }: UblInvoice): readonly Node[] => all(root, PERIOD);
const linePeriods = ({ lines }: UblInvoice): readonly Node[] => lines.flatMap((line) => all(line, PERIOD));

const inOrder = (period: Node): boolean => {
  const [from, to] = ['cbc:StartDate', 'cbc:EndDate'].map((path) => textAt(period, path));
  return from === undefined || to === undefined || from === '' || to === '' || from <= to;
};

const hasDay = (period: Node): boolean =>
  ['cbc:StartDate', 'cbc:EndDate', 'cbc:DescriptionCode'].some((path) => textAt(period, path) !== '');

const periodRules = (
  order: string,
  day: string,
  contexts: (invoice: UblInvoice) => readonly Node[],
): readonly UblRule[] => [
  holds(fatal, order, contexts, inOrder, 'The period ends before it begins.', 'Put its days in order.'),
  holds(fatal, day, contexts, hasDay, 'The period has no day.', 'State StartDate or EndDate.'),
];

/** A line is supplied within the period of the whole. */
const within = (id: string, path: string, fits: (own: string, whole: string) => boolean): UblRule =>
  fatal(id, (invoice) => {
    const whole = textAt(wholePeriod(invoice)[0], path);
    return linePeriods(invoice)
      .filter((period) => whole !== '' && textAt(period, path) !== '' && !fits(textAt(period, path), whole))
      .map((period) =>
        breach(`${period.path}/${path}`, 'The day is not within the period of the invoice.', 'Correct it.'),
      );
  });

const ATTACHMENT_TYPES: readonly string[] = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
];

export const files = ({ root }: UblInvoice): readonly Node[] =>
  all(root, 'cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject');

const additional = ({ root }: UblInvoice): readonly Node[] => all(root, 'cac:AdditionalDocumentReference');

const atMostOne = (id: string, type: string, what: string): UblRule =>
  fatal(id, (invoice) =>
    additional(invoice).filter((node) => textAt(node, 'cbc:DocumentTypeCode') === type).length <= 1
      ? []
      : [breach('cac:AdditionalDocumentReference', `More than one ${what}.`, 'State one.')],
  );

export const REFERENCE_RULES: readonly UblRule[] = [
  ...periodRules('BR-29', 'BR-CO-19', wholePeriod),
  ...periodRules('BR-30', 'BR-CO-20', linePeriods),
  within('PEPPOL-EN16931-R110', 'cbc:StartDate', (own, whole) => own >= whole),
  within('PEPPOL-EN16931-R111', 'cbc:EndDate', (own, whole) => own <= whole),
  present('BR-52', additional, 'cbc:ID', 'The name of the document (BT-122)'),
  present(
    'BR-55',
    ({ root }) => all(root, 'cac:BillingReference'),
    'cac:InvoiceDocumentReference/cbc:ID',
    'The number of the earlier invoice (BT-25)',
  ),
  holds(
    fatal,
    'BR-CL-24',
    files,
    ({ attributes }) => ATTACHMENT_TYPES.includes(attributes['mimeCode'] ?? ''),
    'The type of the attachment is not allowed.',
    'Attach a PDF, PNG, JPEG, CSV or spreadsheet.',
  ),
  atMostOne('PEPPOL-EN16931-R006', '130', 'invoiced object'),
  atMostOne('PEPPOL-EN16931-R080', '50', 'project'),
  holds(
    fatal,
    'UBL-SR-43',
    additional,
    (node) =>
      first(node, 'cac:Attachment') === undefined || first(node, 'cbc:DocumentTypeCode') === undefined,
    'An attachment has no type of document.',
    'Leave out DocumentTypeCode.',
  ),
];
