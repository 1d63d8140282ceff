// The meaning as CII writes it: EN 16931-3-3 and Factur-X 1.0 in its profiles.
import {
  moneyText,
  type Meant,
  type MeantAdjustment,
  type MeantLine,
  type MeantParty,
  type MeantTax,
} from './meant.ts';
import { type Node, node, type Spaces, text } from './odd.ts';

const CII = 'urn:un:unece:uncefact:data:standard:';
const SPACES: Spaces = {
  rsm: `${CII}CrossIndustryInvoice:100`,
  ram: `${CII}ReusableAggregateBusinessInformationEntity:100`,
  udt: `${CII}UnqualifiedDataType:100`,
  qdt: `${CII}QualifiedDataType:100`,
};

export type Profile = 'minimum' | 'basicwl' | 'basic' | 'en16931' | 'extended' | 'xrechnung';
export const PROFILES: Readonly<Record<Profile, string>> = {
  minimum: 'urn:factur-x.eu:1p0:minimum',
  basicwl: 'urn:factur-x.eu:1p0:basicwl',
  basic: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  en16931: 'urn:cen.eu:en16931:2017',
  extended: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
};

const money = (name: string, cents: number | null): Node | null =>
  cents === null ? null : text(`ram:${name}`, moneyText(cents));

const when = (name: string, day: string | null, space = 'udt'): Node | null =>
  day === null
    ? null
    : node(`ram:${name}`, text(`${space}:DateTimeString`, day.replaceAll('-', ''), { format: '102' }));

const taxOf = (name: string, { category, rate }: MeantTax): Node | null =>
  node(
    `ram:${name}`,
    text('ram:TypeCode', 'VAT'),
    text('ram:CategoryCode', category),
    text('ram:RateApplicablePercent', rate),
  );

const period = (of: readonly [string, string] | null): Node | null =>
  of === null
    ? null
    : node('ram:BillingSpecifiedPeriod', when('StartDateTime', of[0]), when('EndDateTime', of[1]));

const party = (name: string, of: MeantParty): Node | null =>
  node(
    `ram:${name}`,
    of.ids.map(([id, schemeID]) => text('ram:GlobalID', id, { schemeID })),
    text('ram:Name', of.name),
    node(
      'ram:SpecifiedLegalOrganization',
      text('ram:ID', of.legalId?.[0], { schemeID: of.legalId?.[1] ?? '' }),
      text('ram:TradingBusinessName', of.trading),
    ),
    node(
      'ram:DefinedTradeContact',
      text('ram:PersonName', of.contact),
      node('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', of.phone)),
      node('ram:EmailURIUniversalCommunication', text('ram:URIID', of.email)),
    ),
    node(
      'ram:PostalTradeAddress',
      text('ram:PostcodeCode', of.postalCode),
      text('ram:LineOne', of.street),
      text('ram:LineTwo', of.street2),
      text('ram:CityName', of.city),
      text('ram:CountryID', of.country),
    ),
    node(
      'ram:URIUniversalCommunication',
      text('ram:URIID', of.endpoint?.[0], { schemeID: of.endpoint?.[1] ?? '' }),
    ),
    of.taxId === null
      ? null
      : node('ram:SpecifiedTaxRegistration', text('ram:ID', of.taxId, { schemeID: 'FC' })),
    of.vatId === null
      ? null
      : node('ram:SpecifiedTaxRegistration', text('ram:ID', of.vatId, { schemeID: 'VA' })),
  );

const adjust = (each: Omit<MeantAdjustment, 'tax'>, tax: MeantTax | null, isFreight = false): Node | null =>
  isFreight
    ? node(
        'ram:SpecifiedLogisticsServiceCharge',
        text('ram:Description', each.reason),
        money('AppliedAmount', each.cents),
        tax === null ? null : taxOf('AppliedTradeTax', tax),
      )
    : node(
        'ram:SpecifiedTradeAllowanceCharge',
        node('ram:ChargeIndicator', text('udt:Indicator', String(each.isCharge))),
        text('ram:CalculationPercent', each.percent),
        money('BasisAmount', each.base),
        money('ActualAmount', each.cents),
        text('ram:Reason', each.reason),
        tax === null ? null : taxOf('CategoryTradeTax', tax),
      );

const reference = (name: string, id: string | undefined): Node | null =>
  node(`ram:${name}ReferencedDocument`, text('ram:IssuerAssignedID', id));

const line = (of: MeantLine): Node | null =>
  node(
    'ram:IncludedSupplyChainTradeLineItem',
    node('ram:AssociatedDocumentLineDocument', text('ram:LineID', of.id)),
    node(
      'ram:SpecifiedTradeProduct',
      text('ram:SellerAssignedID', of.item),
      text('ram:Name', of.name),
      text('ram:Description', of.detail),
      node('ram:DesignatedProductClassification', text('ram:ClassCode', of.product, { listID: 'TST' })),
    ),
    node(
      'ram:SpecifiedLineTradeAgreement',
      node('ram:BuyerOrderReferencedDocument', text('ram:LineID', of.orderLine)),
      node(
        'ram:GrossPriceProductTradePrice',
        text('ram:ChargeAmount', '99999.99'),
        node(
          'ram:AppliedTradeAllowanceCharge',
          node('ram:ChargeIndicator', text('udt:Indicator', 'false')),
          money('ActualAmount', 7),
        ),
      ),
      node(
        'ram:NetPriceProductTradePrice',
        text('ram:ChargeAmount', of.price),
        text('ram:BasisQuantity', of.baseQuantity, { unitCode: of.unit }),
      ),
    ),
    node('ram:SpecifiedLineTradeDelivery', text('ram:BilledQuantity', of.quantity, { unitCode: of.unit })),
    node(
      'ram:SpecifiedLineTradeSettlement',
      taxOf('ApplicableTradeTax', of.tax),
      period(of.period),
      of.adjustments.map((each) => adjust(each, null)),
      node('ram:SpecifiedTradeSettlementLineMonetarySummation', money('LineTotalAmount', of.cents)),
      node('ram:ReceivableSpecifiedTradeAccountingAccount', text('ram:ID', of.account)),
    ),
  );

/** A heading of EXTENDED, whose amount is that of the lines below it. */
const heading = (sum: number): Node | null =>
  node(
    'ram:IncludedSupplyChainTradeLineItem',
    node(
      'ram:AssociatedDocumentLineDocument',
      text('ram:LineID', '0'),
      text('ram:LineStatusReasonCode', 'GROUP'),
    ),
    node('ram:SpecifiedTradeProduct', text('ram:Name', 'Titel')),
    node(
      'ram:SpecifiedLineTradeSettlement',
      node('ram:SpecifiedTradeSettlementLineMonetarySummation', money('LineTotalAmount', sum)),
    ),
  );

const agreement = (meant: Meant): Node | null => {
  const { references: of } = meant;
  const object = (id: string | undefined, type: string): Node | null =>
    id === undefined
      ? null
      : node(
          'ram:AdditionalReferencedDocument',
          text('ram:IssuerAssignedID', id),
          text('ram:TypeCode', type),
        );
  return node(
    'ram:ApplicableHeaderTradeAgreement',
    text('ram:BuyerReference', of.buyer),
    party('SellerTradeParty', meant.seller),
    party('BuyerTradeParty', meant.buyer),
    reference('SellerOrder', of.sales_order),
    reference('BuyerOrder', of.order),
    reference('Contract', of.contract),
    object(of.object, '130'),
    object(of.tender, '50'),
    meant.files.map(({ id, name: filename, bytes }) =>
      node(
        'ram:AdditionalReferencedDocument',
        text('ram:IssuerAssignedID', id),
        text('ram:TypeCode', '916'),
        text('ram:AttachmentBinaryObject', bytes.toString('base64'), { mimeCode: 'text/csv', filename }),
      ),
    ),
    node(
      'ram:SpecifiedProcuringProject',
      text('ram:ID', of.project),
      of.project === undefined ? null : text('ram:Name', 'Projekt'),
    ),
  );
};

const settlement = (meant: Meant, profile: Profile): Node | null => {
  const { currency, discount, mandate } = meant;
  const isExtended = profile === 'extended';
  const hasTaxes = profile !== 'minimum';
  const terms = [
    meant.terms,
    discount === null || isExtended ? null : `#SKONTO#TAGE=${discount[0]}#PROZENT=${discount[1]}#`,
  ].filter((each) => each !== null);
  return node(
    'ram:ApplicableHeaderTradeSettlement',
    text('ram:CreditorReferenceID', mandate?.[1]),
    text('ram:PaymentReference', meant.reference),
    text('ram:TaxCurrencyCode', meant.homeTax?.[1]),
    text('ram:InvoiceCurrencyCode', currency),
    node('ram:PayeeTradeParty', text('ram:Name', meant.payee)),
    node(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      text('ram:TypeCode', meant.means),
      node('ram:PayerPartyDebtorFinancialAccount', text('ram:IBANID', mandate?.[2])),
      node(
        'ram:PayeePartyCreditorFinancialAccount',
        text('ram:IBANID', meant.iban),
        meant.iban === null ? null : text('ram:AccountName', meant.holder),
      ),
      meant.iban === null
        ? null
        : node('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', meant.bic)),
    ),
    hasTaxes
      ? meant.groups.map(({ tax, base, cents, reason }, at) =>
          node(
            'ram:ApplicableTradeTax',
            money('CalculatedAmount', cents),
            text('ram:TypeCode', 'VAT'),
            text('ram:ExemptionReason', reason),
            money('BasisAmount', base),
            text('ram:CategoryCode', tax.category),
            at > 0 || meant.taxPoint === null
              ? null
              : node(
                  'ram:TaxPointDate',
                  text('udt:DateString', meant.taxPoint.replaceAll('-', ''), { format: '102' }),
                ),
            text('ram:RateApplicablePercent', tax.rate),
          ),
        )
      : null,
    hasTaxes ? period(meant.period) : null,
    hasTaxes
      ? meant.adjustments.map((each) =>
          adjust(each, each.tax, isExtended && each.isCharge && each.percent === null),
        )
      : null,
    node(
      'ram:SpecifiedTradePaymentTerms',
      text('ram:Description', terms.length === 0 ? null : terms.join('\n')),
      when('DueDateDateTime', meant.due),
      text('ram:DirectDebitMandateID', mandate?.[0]),
      discount === null || !isExtended
        ? null
        : node(
            'ram:ApplicableTradePaymentDiscountTerms',
            text('ram:BasisPeriodMeasure', String(discount[0]), { unitCode: 'DAY' }),
            text('ram:CalculationPercent', discount[1]),
          ),
    ),
    node(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      hasTaxes ? money('LineTotalAmount', meant.lineSum) : null,
      hasTaxes ? money('ChargeTotalAmount', meant.charges === 0 ? null : meant.charges) : null,
      hasTaxes ? money('AllowanceTotalAmount', meant.allowances === 0 ? null : meant.allowances) : null,
      money('TaxBasisTotalAmount', meant.net),
      text('ram:TaxTotalAmount', moneyText(meant.tax), { currencyID: currency }),
      meant.homeTax === null
        ? null
        : text('ram:TaxTotalAmount', moneyText(meant.homeTax[0]), { currencyID: meant.homeTax[1] }),
      money('RoundingAmount', meant.rounding === 0 ? null : meant.rounding),
      money('GrandTotalAmount', meant.total),
      money('TotalPrepaidAmount', meant.prepaid === 0 ? null : meant.prepaid),
      money('DuePayableAmount', meant.owed),
    ),
    meant.prior.map(([id, day]) =>
      node(
        'ram:InvoiceReferencedDocument',
        text('ram:IssuerAssignedID', id),
        when('FormattedIssueDateTime', day, 'qdt'),
      ),
    ),
    node('ram:ReceivableSpecifiedTradeAccountingAccount', text('ram:ID', meant.account)),
  );
};

/** `isLined`: profiles MINIMUM and BASIC WL have no lines. */
export const writeCii = (meant: Meant, profile: Profile): readonly [root: Node, spaces: Spaces] => {
  const isLined = profile !== 'minimum' && profile !== 'basicwl';
  const root = node(
    'rsm:CrossIndustryInvoice',
    node(
      'rsm:ExchangedDocumentContext',
      node('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', PROFILES[profile])),
    ),
    node(
      'rsm:ExchangedDocument',
      text('ram:ID', meant.number),
      text('ram:TypeCode', meant.type),
      when('IssueDateTime', meant.issued),
      meant.notes.map((each) => node('ram:IncludedNote', text('ram:Content', each))),
    ),
    node(
      'rsm:SupplyChainTradeTransaction',
      profile === 'extended' ? heading(meant.lineSum) : null,
      isLined ? meant.lines.map(line) : null,
      agreement(meant),
      node(
        'ram:ApplicableHeaderTradeDelivery',
        meant.delivered === null
          ? null
          : node('ram:ActualDeliverySupplyChainEvent', when('OccurrenceDateTime', meant.delivered)),
        reference('DespatchAdvice', meant.references.despatch),
        reference('ReceivingAdvice', meant.references.receipt),
      ),
      settlement(meant, profile),
    ),
  );
  if (root === null) throw new Error('a document without elements');
  return [root, SPACES];
};
