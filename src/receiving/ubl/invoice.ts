// UBL Invoice and CreditNote as EN 16931 uses them.
import { DOCUMENT_WITHOUT, type Draft, vat } from '../en16931/draft.ts';
import { type Attached, readFiles } from '../en16931/files.ts';
import { accountOf, discountsOf, type Values } from '../en16931/values.ts';
import type { ReadDocument, ReadReference, ReadTax } from '../reading.ts';
import { type Tree, all, attribute, first, joined, textAt, texts } from '../xml/tree.ts';
import { readAdjustments, readPeriod, readUblLine } from './lines.ts';
import { creditorId, readUblParty } from './party.ts';

/** UNTDID 1001: an object that is invoiced (BT-18), and in credit notes the project (BT-11). */
const OBJECT = '130';
const PROJECT = '50';

const reference = (kind: ReadReference['kind'], id: string | null, date: string | null = null) =>
  id === null ? [] : [{ kind, id, date, relation: null }];

const readReferences = (root: Tree, values: Values): readonly ReadReference[] => [
  ...all(root, 'BillingReference/InvoiceDocumentReference').flatMap((each) =>
    reference('prior', textAt(each, 'ID'), values.day(each, 'IssueDate', 'BT-26')),
  ),
  ...reference('order', textAt(root, 'OrderReference/ID')),
  ...reference('sales_order', textAt(root, 'OrderReference/SalesOrderID')),
  ...reference('contract', textAt(root, 'ContractDocumentReference/ID')),
  ...reference('project', textAt(root, 'ProjectReference/ID')),
  ...texts(root, 'DespatchDocumentReference/ID').flatMap((id) => reference('despatch', id)),
  ...texts(root, 'ReceiptDocumentReference/ID').flatMap((id) => reference('receipt', id)),
  ...reference('tender', textAt(root, 'OriginatorDocumentReference/ID')),
  ...all(root, 'AdditionalDocumentReference').flatMap((each) => {
    const type = textAt(each, 'DocumentTypeCode');
    if (type !== OBJECT && type !== PROJECT) return [];
    return reference(type === OBJECT ? 'object' : 'project', textAt(each, 'ID'));
  }),
  ...reference('buyer', textAt(root, 'BuyerReference')),
];

const attachedOf = (root: Tree): readonly Attached[] =>
  all(root, 'AdditionalDocumentReference').map((each) => ({
    id: textAt(each, 'ID'),
    description: textAt(each, 'DocumentDescription'),
    binary: first(each, 'Attachment/EmbeddedDocumentBinaryObject'),
    address: textAt(each, 'Attachment/ExternalReference/URI'),
  }));

const readBreakdown = (total: Tree | undefined, values: Values): readonly ReadTax[] =>
  all(total, 'TaxSubtotal').map((each) => {
    const category = first(each, 'TaxCategory');
    return vat(textAt(category, 'ID'), values.decimal(category, 'Percent', 'BT-119'), {
      base: values.decimal(each, 'TaxableAmount', 'BT-116'),
      amount: values.decimal(each, 'TaxAmount', 'BT-117'),
      exemptionCode: textAt(category, 'TaxExemptionReasonCode'),
      exemptionReason: joined(texts(category, 'TaxExemptionReason'), '\n'),
    });
  });

/** BT-110 with its breakdown, and BT-111 in the currency of the seller's accounts. */
const readTax = (root: Tree, currency: string | null, values: Values) => {
  const totals = all(root, 'TaxTotal');
  const currencyOf = (total: Tree): string | null => attribute(first(total, 'TaxAmount'), 'currencyID');
  const home = textAt(root, 'TaxCurrencyCode');
  const isHome = (total: Tree): boolean =>
    home !== null &&
    home !== currency &&
    currencyOf(total) === home &&
    all(total, 'TaxSubtotal').length === 0;
  const own = totals.filter((total) => !isHome(total));
  const main = own.find((total) => all(total, 'TaxSubtotal').length > 0) ?? own[0];
  const amount = values.decimal(totals.find(isHome), 'TaxAmount', 'BT-111');
  return {
    taxes: readBreakdown(main, values),
    tax: values.decimal(main, 'TaxAmount', 'BT-110'),
    taxInAccountingCurrency: amount === null || home === null ? null : { amount, currency: home },
  };
};

/** UNCL 4461: direct debit, SEPA direct debit. */
const DEBITS: readonly (string | null)[] = ['49', '59'];

const readPayment = (root: Tree, values: Values): ReadDocument['payment'] => {
  const means = all(root, 'PaymentMeans');
  const meansCode = textAt(root, 'PaymentMeans/PaymentMeansCode');
  const terms = joined(texts(root, 'PaymentTerms/Note'), '\n');
  const debit = means.find((each) => first(each, 'PaymentMandate') !== undefined);
  return {
    meansCode,
    method: null,
    terms,
    reference: textAt(root, 'PaymentMeans/PaymentID'),
    accounts: all(root, 'PaymentMeans/PayeeFinancialAccount').flatMap((each) =>
      accountOf(values, textAt(each, 'ID'), {
        holder: textAt(each, 'Name'),
        bic: textAt(each, 'FinancialInstitutionBranch/ID'),
      }),
    ),
    directDebit:
      debit === undefined && !DEBITS.includes(meansCode)
        ? null
        : {
            mandate: textAt(debit, 'PaymentMandate/ID'),
            creditorId:
              creditorId(first(root, 'PayeeParty')) ??
              creditorId(first(root, 'AccountingSupplierParty/Party')),
            debtorIban: textAt(debit, 'PaymentMandate/PayerFinancialAccount/ID'),
          },
    discounts: discountsOf(terms),
  };
};

export const readUbl = (root: Tree, values: Values): Draft => {
  const isCreditRoot = root.name === 'CreditNote';
  const currency = textAt(root, 'DocumentCurrencyCode');
  const { taxes, tax, taxInAccountingCurrency } = readTax(root, currency, values);
  const total = first(root, 'LegalMonetaryTotal');
  const period = first(root, 'InvoicePeriod');
  const amount = (name: string, term: string): string | null => values.decimal(total, name, term);
  const payee = first(root, 'PayeeParty');
  const quantityName = isCreditRoot ? 'CreditedQuantity' : 'InvoicedQuantity';
  const document: ReadDocument = {
    ...DOCUMENT_WITHOUT,
    typeCode: textAt(root, isCreditRoot ? 'CreditNoteTypeCode' : 'InvoiceTypeCode') ?? '',
    number: textAt(root, 'ID'),
    issueDate: values.day(root, 'IssueDate', 'BT-2'),
    dueDate: values.day(root, 'DueDate', 'BT-9') ?? values.day(root, 'PaymentMeans/PaymentDueDate', 'BT-9'),
    taxPoint: values.day(root, 'TaxPointDate', 'BT-7') ?? textAt(period, 'DescriptionCode'),
    deliveryDate: values.day(root, 'Delivery/ActualDeliveryDate', 'BT-72'),
    deliveryPeriod: readPeriod(period, values, 'BG-14'),
    currency,
    exchangeRate: null,
    seller: readUblParty(first(root, 'AccountingSupplierParty/Party')),
    buyer: readUblParty(first(root, 'AccountingCustomerParty/Party')),
    payee: payee === undefined ? null : readUblParty(payee),
    lines: all(root, isCreditRoot ? 'CreditNoteLine' : 'InvoiceLine').map((line) =>
      readUblLine(line, values, quantityName),
    ),
    adjustments: readAdjustments(root, values, 'BT-92'),
    taxes,
    totals: {
      lines: amount('LineExtensionAmount', 'BT-106'),
      allowances: amount('AllowanceTotalAmount', 'BT-107'),
      charges: amount('ChargeTotalAmount', 'BT-108'),
      withoutTax: amount('TaxExclusiveAmount', 'BT-109'),
      tax,
      taxInAccountingCurrency,
      withheld: null,
      total: amount('TaxInclusiveAmount', 'BT-112'),
      prepaid: amount('PrepaidAmount', 'BT-113'),
      rounding: amount('PayableRoundingAmount', 'BT-114'),
      due: amount('PayableAmount', 'BT-115'),
    },
    payment: readPayment(root, values),
    references: readReferences(root, values),
    notes: texts(root, 'Note'),
    account: textAt(root, 'AccountingCost'),
  };
  const profile = textAt(root, 'CustomizationID');
  return { document, files: readFiles(attachedOf(root), values), profile, isCreditRoot, hasNoLines: false };
};
