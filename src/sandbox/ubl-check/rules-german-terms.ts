// What XRechnung asks of terms of payment, direct debits and attachments.
import { isIban } from '../../base/bank-identifiers.ts';
import { asks, below, DEBITS, GROUPS, has, means, missing, type National } from './national.ts';
import { breach, type UblInvoice } from './rule.ts';
import { files } from './rules-references.ts';
import { all } from './tree.ts';

const SKONTO = /^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}#(?:BASISBETRAG=-?[0-9]+\.[0-9]{2}#)?$/;

/** Each line that begins with # is a discount, and what follows the last one begins with a line break. */
const discountsFit = (note: string): boolean => {
  const coded = note.split(/\r?\n/).filter((line) => line.trim().startsWith('#'));
  if (coded.length === 0) return true;
  return coded.every((line) => SKONTO.test(line.trim())) && /^\s*\n/.test(note.split(/#.+#/).at(-1) ?? '');
};

const withMandate = ({ root }: UblInvoice): boolean =>
  all(root, 'cac:PaymentMeans').some((node) => has(node, GROUPS.mandate));

export const GERMAN_TERMS: readonly National[] = [
  {
    xrechnung: 'BR-DE-18',
    peppol: 'DE-R-018',
    check: ({ root }) =>
      all(root, 'cac:PaymentTerms/cbc:Note').flatMap((node) =>
        discountsFit(node.raw)
          ? []
          : [
              breach(
                node.path,
                'A line that begins with # is no discount as XRechnung writes it, or its line does not end.',
                'Write #SKONTO#TAGE=14#PROZENT=2.00# and end the line.',
              ),
            ],
      ),
  },
  {
    xrechnung: 'BR-DE-20',
    peppol: 'DE-R-020',
    advice: true,
    check: (invoice) =>
      means(invoice, DEBITS)
        .flatMap((node) => all(node, 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID'))
        .filter(({ text }) => !isIban(text))
        .map(({ path }) =>
          breach(path, 'The account to be debited needs a valid IBAN.', 'Correct the IBAN.'),
        ),
  },
  {
    xrechnung: 'BR-DE-22',
    peppol: 'DE-R-022',
    check: (invoice) => {
      const names = files(invoice).map(({ attributes }) => attributes['filename'] ?? '');
      return new Set(names).size === names.length
        ? []
        : [
            breach(
              'cac:AdditionalDocumentReference',
              'Two attachments have one name.',
              'Name each attachment otherwise.',
            ),
          ];
    },
  },
  {
    xrechnung: 'BR-DE-30',
    peppol: 'DE-R-030',
    check: (invoice) =>
      !withMandate(invoice) ||
      all(invoice.seller, 'cac:PartyIdentification/cbc:ID').some(
        ({ attributes }) => attributes['schemeID'] === 'SEPA',
      )
        ? []
        : missing(
            'cac:AccountingSupplierParty/cac:Party/cac:PartyIdentification',
            "The creditor's identifier",
          ),
  },
  {
    xrechnung: 'BR-DE-31',
    peppol: 'DE-R-031',
    check: asks(
      below('cac:PaymentMeans/cac:PaymentMandate'),
      'cac:PayerFinancialAccount/cbc:ID',
      'The account to be debited',
    ),
  },
];
