// A reader of CII documents of its own: the order of elements as in the schema D16B, cut to the profile EN 16931, and
// the rules of EN 16931 that compute. It shares nothing with the writer.
import { childAt, childrenAt, readXmlBytes, type XmlNode } from '../../../src/einvoicing/xml/read.ts';

const ADDRESS = 'PostcodeCode LineOne LineTwo CityName CountryID!';
const PARTY =
  'ID GlobalID Name SpecifiedLegalOrganization DefinedTradeContact PostalTradeAddress URIUniversalCommunication ' +
  'SpecifiedTaxRegistration';
const REFERENCE =
  'IssuerAssignedID! URIID LineID TypeCode Name AttachmentBinaryObject FormattedIssueDateTime';

/** The children of each element in their order; `!` must be present. */
const ORDER: Readonly<Record<string, string>> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext! ExchangedDocument! SupplyChainTradeTransaction!',
  ExchangedDocumentContext:
    'BusinessProcessSpecifiedDocumentContextParameter GuidelineSpecifiedDocumentContextParameter!',
  GuidelineSpecifiedDocumentContextParameter: 'ID!',
  ExchangedDocument: 'ID! TypeCode! IssueDateTime! IncludedNote',
  IncludedNote: 'Content! SubjectCode',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem! ApplicableHeaderTradeAgreement! ApplicableHeaderTradeDelivery! ApplicableHeaderTradeSettlement!',
  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument! SpecifiedTradeProduct! SpecifiedLineTradeAgreement! SpecifiedLineTradeDelivery! SpecifiedLineTradeSettlement!',
  AssociatedDocumentLineDocument: 'LineID! IncludedNote',
  SpecifiedTradeProduct: 'GlobalID SellerAssignedID BuyerAssignedID Name! Description',
  SpecifiedLineTradeAgreement:
    'BuyerOrderReferencedDocument GrossPriceProductTradePrice NetPriceProductTradePrice!',
  NetPriceProductTradePrice: 'ChargeAmount! BasisQuantity',
  SpecifiedLineTradeDelivery: 'BilledQuantity!',
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax! BillingSpecifiedPeriod SpecifiedTradeAllowanceCharge SpecifiedTradeSettlementLineMonetarySummation!',
  SpecifiedTradeSettlementLineMonetarySummation: 'LineTotalAmount!',
  ApplicableHeaderTradeAgreement:
    'BuyerReference SellerTradeParty! BuyerTradeParty! SellerTaxRepresentativeTradeParty SellerOrderReferencedDocument ' +
    'BuyerOrderReferencedDocument ContractReferencedDocument AdditionalReferencedDocument SpecifiedProcuringProject',
  SellerTradeParty: PARTY,
  BuyerTradeParty: PARTY,
  ShipToTradeParty: PARTY,
  SpecifiedLegalOrganization: 'ID TradingBusinessName',
  DefinedTradeContact:
    'PersonName DepartmentName TelephoneUniversalCommunication EmailURIUniversalCommunication',
  TelephoneUniversalCommunication: 'CompleteNumber!',
  EmailURIUniversalCommunication: 'URIID!',
  URIUniversalCommunication: 'URIID!',
  SpecifiedTaxRegistration: 'ID!',
  PostalTradeAddress: ADDRESS,
  BuyerOrderReferencedDocument: REFERENCE,
  ContractReferencedDocument: REFERENCE,
  AdditionalReferencedDocument: REFERENCE,
  InvoiceReferencedDocument: REFERENCE,
  SpecifiedProcuringProject: 'ID! Name!',
  ApplicableHeaderTradeDelivery:
    'ShipToTradeParty ActualDeliverySupplyChainEvent DespatchAdviceReferencedDocument ReceivingAdviceReferencedDocument',
  ActualDeliverySupplyChainEvent: 'OccurrenceDateTime!',
  ApplicableHeaderTradeSettlement:
    'CreditorReferenceID PaymentReference TaxCurrencyCode InvoiceCurrencyCode! PayeeTradeParty ' +
    'SpecifiedTradeSettlementPaymentMeans ApplicableTradeTax! BillingSpecifiedPeriod SpecifiedTradeAllowanceCharge ' +
    'SpecifiedTradePaymentTerms SpecifiedTradeSettlementHeaderMonetarySummation! InvoiceReferencedDocument',
  SpecifiedTradeSettlementPaymentMeans:
    'TypeCode! Information PayerPartyDebtorFinancialAccount PayeePartyCreditorFinancialAccount PayeeSpecifiedCreditorFinancialInstitution',
  PayerPartyDebtorFinancialAccount: 'IBANID!',
  PayeePartyCreditorFinancialAccount: 'IBANID AccountName ProprietaryID',
  PayeeSpecifiedCreditorFinancialInstitution: 'BICID!',
  ApplicableTradeTax:
    'CalculatedAmount TypeCode! ExemptionReason BasisAmount CategoryCode! ExemptionReasonCode DueDateTypeCode RateApplicablePercent',
  CategoryTradeTax: 'TypeCode! CategoryCode! RateApplicablePercent',
  BillingSpecifiedPeriod: 'StartDateTime EndDateTime',
  SpecifiedTradeAllowanceCharge:
    'ChargeIndicator! CalculationPercent BasisAmount ActualAmount! ReasonCode Reason CategoryTradeTax',
  ChargeIndicator: 'Indicator!',
  SpecifiedTradePaymentTerms: 'Description DueDateDateTime DirectDebitMandateID',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount! ChargeTotalAmount AllowanceTotalAmount TaxBasisTotalAmount! TaxTotalAmount RoundingAmount ' +
    'GrandTotalAmount! TotalPrepaidAmount DuePayableAmount!',
};

const DAYS =
  /^(IssueDateTime|OccurrenceDateTime|StartDateTime|EndDateTime|DueDateDateTime|FormattedIssueDateTime)$/;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

const orderFaults = (node: XmlNode): readonly string[] => {
  const name = local(node.name);
  const order = DAYS.test(name) ? 'DateTimeString!' : ORDER[name];
  const own = order === undefined ? leafFaults(node) : childFaults(node, order.split(' '));
  return [...own, ...node.children.flatMap(orderFaults)];
};

const leafFaults = (node: XmlNode): readonly string[] => [
  ...(node.children.length > 0 ? [`${node.name} is not known to have children`] : []),
  ...(node.text.trim() === '' ? [`${node.name} is empty`] : []),
  ...(node.attributes.has('currencyID') && local(node.name) !== 'TaxTotalAmount'
    ? [`${node.name} has a currency`]
    : []),
  ...(local(node.name) === 'DateTimeString' && !/^20\d{6}$/.test(node.text)
    ? [`${node.text} is no day`]
    : []),
];

const childFaults = (node: XmlNode, order: readonly string[]): readonly string[] => {
  const names = order.map((entry) => entry.replace('!', ''));
  const children = node.children.map((child) => local(child.name));
  const places = children.map((child) => names.indexOf(child));
  return [
    ...children.filter((child) => !names.includes(child)).map((child) => `${node.name}/${child} is unknown`),
    ...places.flatMap((place, index) =>
      place < (places[index - 1] ?? 0) ? [`${node.name}/${children[index]} is out of order`] : [],
    ),
    ...order
      .filter((entry) => entry.endsWith('!') && !children.includes(entry.slice(0, -1)))
      .map((entry) => `${node.name}/${entry} is missing`),
  ];
};

type Path = readonly string[];

const at = (node: XmlNode, ...path: Path): XmlNode | undefined =>
  childAt(
    node,
    path.map((name) => (name.includes(':') ? name : `ram:${name}`)),
  );

const all = (node: XmlNode, ...path: Path): readonly XmlNode[] =>
  childrenAt(
    node,
    path.map((name) => (name.includes(':') ? name : `ram:${name}`)),
  );

const textAt = (node: XmlNode, ...path: Path): string => at(node, ...path)?.text ?? '';

/** In millionths, the finest that a document writes. */
const SCALE = 1_000_000n;
const figure = (text: string): bigint => {
  if (text === '') return 0n;
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${part.padEnd(6, '0')}`);
};

const total = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
/** Two cents. */
const TOLERANCE = 20_000n;
const isNear = (left: bigint, right: bigint, most = TOLERANCE): boolean => (left - right) ** 2n <= most ** 2n;

/** The ids of the rules that the sums break. */
const sumFaults = (root: XmlNode): readonly string[] => {
  const [trade] = all(root, 'rsm:SupplyChainTradeTransaction');
  if (trade === undefined) return ['no transaction'];
  const settlement = ['ApplicableHeaderTradeSettlement'] as const;
  const sums = at(trade, ...settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation');
  if (sums === undefined) return ['no sums'];
  const sum = (name: string): bigint => figure(textAt(sums, name));
  const currency = textAt(trade, ...settlement, 'InvoiceCurrencyCode');
  const tax = figure(
    all(sums, 'TaxTotalAmount').find(({ attributes }) => attributes.get('currencyID') === currency)?.text ??
      'none',
  );
  const lines = all(trade, 'IncludedSupplyChainTradeLineItem');
  const net = (line: XmlNode): bigint =>
    figure(
      textAt(
        line,
        'SpecifiedLineTradeSettlement',
        'SpecifiedTradeSettlementLineMonetarySummation',
        'LineTotalAmount',
      ),
    );
  const allowances = all(trade, ...settlement, 'SpecifiedTradeAllowanceCharge');
  const isCharge = (node: XmlNode): boolean => textAt(node, 'ChargeIndicator', 'udt:Indicator') === 'true';
  const parts = (charge: boolean): bigint =>
    total(
      allowances
        .filter((node) => isCharge(node) === charge)
        .map((node) => figure(textAt(node, 'ActualAmount'))),
    );
  const rows = all(trade, ...settlement, 'ApplicableTradeTax');
  const holds: Readonly<Record<string, boolean>> = {
    'BR-CO-10': sum('LineTotalAmount') === total(lines.map(net)),
    'BR-CO-11': sum('AllowanceTotalAmount') === parts(false),
    'BR-CO-12': sum('ChargeTotalAmount') === parts(true),
    'BR-CO-13': sum('TaxBasisTotalAmount') === sum('LineTotalAmount') - parts(false) + parts(true),
    'BR-CO-14': tax === total(rows.map((row) => figure(textAt(row, 'CalculatedAmount')))),
    'BR-CO-15': sum('GrandTotalAmount') === sum('TaxBasisTotalAmount') + tax,
    'BR-CO-16':
      sum('DuePayableAmount') === sum('GrandTotalAmount') - sum('TotalPrepaidAmount') + sum('RoundingAmount'),
    // Its tolerance is one unit, which only currencies without decimals need.
    'BR-CO-17': rows.every((row) =>
      isNear(
        figure(textAt(row, 'CalculatedAmount')),
        (figure(textAt(row, 'BasisAmount')) * figure(textAt(row, 'RateApplicablePercent'))) / (100n * SCALE),
        textAt(sums, 'DuePayableAmount').includes('.') ? TOLERANCE : SCALE,
      ),
    ),
    'BR-S-08': rows.every((row) => {
      const same = (node: XmlNode | undefined): boolean =>
        node !== undefined &&
        textAt(node, 'CategoryCode') === textAt(row, 'CategoryCode') &&
        figure(textAt(node, 'RateApplicablePercent')) === figure(textAt(row, 'RateApplicablePercent'));
      const own = lines.filter((line) =>
        same(at(line, 'SpecifiedLineTradeSettlement', 'ApplicableTradeTax')),
      );
      const others = allowances.filter((node) => same(at(node, 'CategoryTradeTax')));
      const signed = others.map((node) => figure(textAt(node, 'ActualAmount')) * (isCharge(node) ? 1n : -1n));
      return figure(textAt(row, 'BasisAmount')) === total([...own.map(net), ...signed]);
    }),
    'BR-CO-25':
      sum('DuePayableAmount') <= 0n || at(trade, ...settlement, 'SpecifiedTradePaymentTerms') !== undefined,
    'BR-CO-26':
      at(trade, 'ApplicableHeaderTradeAgreement', 'SellerTradeParty', 'SpecifiedTaxRegistration') !==
        undefined || at(trade, 'ApplicableHeaderTradeAgreement', 'SellerTradeParty', 'ID') !== undefined,
    'BR-E-10': rows.every(
      (row) =>
        'SZ'.includes(textAt(row, 'CategoryCode')) ===
        (textAt(row, 'ExemptionReason') === '' && textAt(row, 'ExemptionReasonCode') === ''),
    ),
    'PEPPOL-EN16931-R120': lines.every((line) => {
      const charged = figure(
        textAt(line, 'SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice', 'ChargeAmount'),
      );
      const quantity = figure(textAt(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity'));
      const off = total(
        all(line, 'SpecifiedLineTradeSettlement', 'SpecifiedTradeAllowanceCharge').map((node) =>
          isCharge(node) ? -figure(textAt(node, 'ActualAmount')) : figure(textAt(node, 'ActualAmount')),
        ),
      );
      return isNear(net(line), (charged * quantity) / SCALE - off);
    }),
  };
  return Object.entries(holds).flatMap(([rule, held]) => (held ? [] : [rule]));
};

/** What is wrong with a CII document of profile EN 16931. */
export const checkCii = (xml: string): readonly string[] => {
  const root = readXmlBytes(Buffer.from(xml, 'utf8'));
  return [...orderFaults(root), ...sumFaults(root)];
};
