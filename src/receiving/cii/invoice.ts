// CII in every profile, from MINIMUM to EXTENDED and XRechnung.
import { DOCUMENT_WITHOUT, type Draft, vat } from '../en16931/draft.ts';
import { type Attached, readFiles } from '../en16931/files.ts';
import { accountOf, discountsOf, type Values } from '../en16931/values.ts';
import type { ReadDocument, ReadReference, ReadTax } from '../reading.ts';
import { type Tree, all, attribute, first, joined, textAt, texts } from '../xml/tree.ts';
import { adjustmentsOf, dayAt, isCounted, periodAt, readCiiLine } from './lines.ts';
import { readCiiParty } from './party.ts';
import { issue } from '../issue.ts';

/** UNTDID 1001 of referenced documents: an object that is invoiced (BT-18), a call for tenders (BT-17). */
const OBJECT = '130';
const TENDER = '50';

const reference = (kind: ReadReference['kind'], id: string | null, date: string | null = null) =>
  id === null ? [] : [{ kind, id, date, relation: null }];

interface Parts {
  readonly agreement: Tree | undefined;
  readonly delivery: Tree | undefined;
  readonly settlement: Tree | undefined;
}

const readReferences = (
  { agreement, delivery, settlement }: Parts,
  values: Values,
): readonly ReadReference[] => {
  const id = (tree: Tree | undefined, name: string): string | null =>
    textAt(tree, `${name}ReferencedDocument/IssuerAssignedID`);
  return [
    ...all(settlement, 'InvoiceReferencedDocument').flatMap((each) =>
      reference(
        'prior',
        textAt(each, 'IssuerAssignedID'),
        dayAt(each, 'FormattedIssueDateTime', values, 'BT-26'),
      ),
    ),
    ...reference('order', id(agreement, 'BuyerOrder')),
    ...reference('sales_order', id(agreement, 'SellerOrder')),
    ...reference('contract', id(agreement, 'Contract')),
    ...reference('project', textAt(agreement, 'SpecifiedProcuringProject/ID')),
    ...reference('despatch', id(delivery, 'DespatchAdvice')),
    ...reference('receipt', id(delivery, 'ReceivingAdvice')),
    ...all(agreement, 'AdditionalReferencedDocument').flatMap((each) => {
      const type = textAt(each, 'TypeCode');
      if (type !== OBJECT && type !== TENDER) return [];
      return reference(type === OBJECT ? 'object' : 'tender', textAt(each, 'IssuerAssignedID'));
    }),
    ...reference('buyer', textAt(agreement, 'BuyerReference')),
  ];
};

const attachedOf = (agreement: Tree | undefined): readonly Attached[] =>
  all(agreement, 'AdditionalReferencedDocument').map((each) => ({
    id: textAt(each, 'IssuerAssignedID'),
    description: textAt(each, 'Name'),
    binary: first(each, 'AttachmentBinaryObject'),
    address: textAt(each, 'URIID'),
  }));

const readBreakdown = (settlement: Tree | undefined, values: Values): readonly ReadTax[] =>
  all(settlement, 'ApplicableTradeTax').map((each) => {
    textAt(each, 'TypeCode');
    return vat(textAt(each, 'CategoryCode'), values.decimal(each, 'RateApplicablePercent', 'BT-119'), {
      base: values.decimal(each, 'BasisAmount', 'BT-116'),
      amount: values.decimal(each, 'CalculatedAmount', 'BT-117'),
      exemptionCode: textAt(each, 'ExemptionReasonCode'),
      exemptionReason: textAt(each, 'ExemptionReason'),
    });
  });

/** UNCL 4461: direct debit, SEPA direct debit. */
const DEBITS: readonly (string | null)[] = ['49', '59'];

/** EXTENDED states discounts in elements of their own: UNECE rec. 20 DAY. */
const termsDiscounts = (terms: readonly Tree[], values: Values): ReadDocument['payment']['discounts'] =>
  terms.flatMap((each) => {
    const discount = first(each, 'ApplicableTradePaymentDiscountTerms');
    const period = first(discount, 'BasisPeriodMeasure');
    const days = values.decimal(discount, 'BasisPeriodMeasure', 'BT-20');
    const percent = values.decimal(discount, 'CalculationPercent', 'BT-20');
    const isDays = (attribute(period, 'unitCode') ?? 'DAY') === 'DAY' && /^\d{1,4}$/.test(days ?? '');
    if (percent === null || !isDays) return [];
    return [{ days: Number(days), percent, base: values.decimal(discount, 'BasisAmount', 'BT-20') }];
  });

const readPayment = (settlement: Tree | undefined, values: Values): ReadDocument['payment'] => {
  const means = all(settlement, 'SpecifiedTradeSettlementPaymentMeans');
  const meansCode = textAt(settlement, 'SpecifiedTradeSettlementPaymentMeans/TypeCode');
  const terms = all(settlement, 'SpecifiedTradePaymentTerms');
  const text = joined(texts(settlement, 'SpecifiedTradePaymentTerms/Description'), '\n');
  const mandate = textAt(settlement, 'SpecifiedTradePaymentTerms/DirectDebitMandateID');
  const creditor = textAt(settlement, 'CreditorReferenceID');
  return {
    meansCode,
    method: null,
    terms: text,
    reference: textAt(settlement, 'PaymentReference'),
    accounts: means.flatMap((each) => {
      const account = first(each, 'PayeePartyCreditorFinancialAccount');
      return accountOf(values, textAt(account, 'IBANID') ?? textAt(account, 'ProprietaryID'), {
        holder: textAt(account, 'AccountName'),
        bic: textAt(each, 'PayeeSpecifiedCreditorFinancialInstitution/BICID'),
      });
    }),
    directDebit:
      mandate === null && !DEBITS.includes(meansCode)
        ? null
        : {
            mandate,
            creditorId: creditor,
            debtorIban: textAt(
              settlement,
              'SpecifiedTradeSettlementPaymentMeans/PayerPartyDebtorFinancialAccount/IBANID',
            ),
          },
    discounts: [...discountsOf(text), ...termsDiscounts(terms, values)],
  };
};

const readTotals = (
  settlement: Tree | undefined,
  currency: string | null,
  values: Values,
): ReadDocument['totals'] => {
  const summation = first(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  const amount = (name: string, term: string): string | null =>
    values.decimal(summation, `${name}Amount`, term);
  const taxes = all(summation, 'TaxTotalAmount').map((each) => ({
    currency: attribute(each, 'currencyID'),
    amount: values.decimalOf(each, 'BT-110'),
  }));
  const isOwn = (of: string | null): boolean => of === null || of === currency;
  const home = taxes.find((each) => !isOwn(each.currency));
  return {
    lines: amount('LineTotal', 'BT-106'),
    allowances: amount('AllowanceTotal', 'BT-107'),
    charges: amount('ChargeTotal', 'BT-108'),
    withoutTax: amount('TaxBasisTotal', 'BT-109'),
    tax: taxes.find((each) => isOwn(each.currency))?.amount ?? null,
    taxInAccountingCurrency:
      home === undefined || home.amount === null || home.currency === null
        ? null
        : { amount: home.amount, currency: home.currency },
    withheld: null,
    total: amount('GrandTotal', 'BT-112'),
    prepaid: amount('TotalPrepaid', 'BT-113'),
    rounding: amount('Rounding', 'BT-114'),
    due: amount('DuePayable', 'BT-115'),
  };
};

/** From the currency of the document to that of the seller's taxes, which need not be the one of the buyer's books. */
const readExchange = (
  settlement: Tree | undefined,
  currency: string | null,
  values: Values,
): Pick<ReadDocument, 'exchangeRate' | 'exchangeCurrency'> => {
  const exchange = first(settlement, 'TaxApplicableTradeCurrencyExchange');
  const rate = values.decimal(exchange, 'ConversionRate', 'BT-111');
  const to = textAt(exchange, 'TargetCurrencyCode') ?? textAt(settlement, 'TaxCurrencyCode');
  const isOfDocument = (textAt(exchange, 'SourceCurrencyCode') ?? currency) === currency;
  return { exchangeRate: isOfDocument ? rate : null, exchangeCurrency: to };
};

const taxPointOf = (settlement: Tree | undefined, values: Values): string | null =>
  all(settlement, 'ApplicableTradeTax')
    .map((each) => values.day(each, 'TaxPointDate/DateString', 'BT-7') ?? textAt(each, 'DueDateTypeCode'))
    .find((each) => each !== null) ?? null;

const countedLines = (transaction: Tree | undefined, values: Values): readonly Tree[] => {
  const lines = all(transaction, 'IncludedSupplyChainTradeLineItem');
  const counted = lines.filter(isCounted);
  if (counted.length < lines.length)
    values.tell(issue('en_lines_for_information', { count: String(lines.length - counted.length) }));
  return counted;
};

export const readCii = (root: Tree, values: Values): Draft => {
  const about = first(root, 'ExchangedDocument');
  const transaction = first(root, 'SupplyChainTradeTransaction');
  const agreement = first(transaction, 'ApplicableHeaderTradeAgreement');
  const delivery = first(transaction, 'ApplicableHeaderTradeDelivery');
  const settlement = first(transaction, 'ApplicableHeaderTradeSettlement');
  const payee = first(settlement, 'PayeeTradeParty');
  const currency = textAt(settlement, 'InvoiceCurrencyCode');
  textAt(settlement, 'TaxCurrencyCode');
  const lines = countedLines(transaction, values);
  const document: ReadDocument = {
    ...DOCUMENT_WITHOUT,
    typeCode: textAt(about, 'TypeCode') ?? '',
    number: textAt(about, 'ID'),
    issueDate: dayAt(about, 'IssueDateTime', values, 'BT-2'),
    dueDate: dayAt(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime', values, 'BT-9'),
    taxPoint: taxPointOf(settlement, values),
    deliveryDate: dayAt(delivery, 'ActualDeliverySupplyChainEvent/OccurrenceDateTime', values, 'BT-72'),
    deliveryPeriod: periodAt(settlement, values, 'BG-14'),
    currency,
    ...readExchange(settlement, currency, values),
    seller: readCiiParty(first(agreement, 'SellerTradeParty')),
    buyer: readCiiParty(first(agreement, 'BuyerTradeParty')),
    payee: payee === undefined ? null : readCiiParty(payee),
    lines: lines.map((line) => readCiiLine(line, values)),
    adjustments: adjustmentsOf(settlement, values, 'BT-92'),
    taxes: readBreakdown(settlement, values),
    totals: readTotals(settlement, currency, values),
    payment: readPayment(settlement, values),
    references: readReferences({ agreement, delivery, settlement }, values),
    notes: texts(about, 'IncludedNote/Content'),
    account: textAt(settlement, 'ReceivableSpecifiedTradeAccountingAccount/ID'),
  };
  const profile = textAt(root, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID');
  const hasNoLines = /:minimum$|:basicwl$/i.test(profile ?? '');
  return {
    document,
    files: readFiles(attachedOf(agreement), values),
    profile,
    isCreditRoot: false,
    hasNoLines,
  };
};
