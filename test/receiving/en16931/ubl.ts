// The meaning as UBL writes it: EN 16931-3-2.
import {
  moneyText,
  type Meant,
  type MeantAdjustment,
  type MeantLine,
  type MeantParty,
  type MeantTax,
} from './meant.ts';
import { type Node, node, type Spaces, text } from './odd.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const ENVELOPE = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

const category = (
  name: string,
  { category: id, rate }: MeantTax,
  reason: string | null = null,
): Node | null =>
  node(
    name,
    text('cbc:ID', id),
    text('cbc:Percent', rate),
    text('cbc:TaxExemptionReason', reason),
    node('cac:TaxScheme', text('cbc:ID', 'VAT')),
  );

const party = (of: MeantParty): Node | null =>
  node(
    'cac:Party',
    text('cbc:EndpointID', of.endpoint?.[0], { schemeID: of.endpoint?.[1] ?? '' }),
    of.ids.map(([id, schemeID]) => node('cac:PartyIdentification', text('cbc:ID', id, { schemeID }))),
    node('cac:PartyName', text('cbc:Name', of.trading)),
    node(
      'cac:PostalAddress',
      text('cbc:StreetName', of.street),
      text('cbc:AdditionalStreetName', of.street2),
      text('cbc:CityName', of.city),
      text('cbc:PostalZone', of.postalCode),
      node('cac:Country', text('cbc:IdentificationCode', of.country)),
    ),
    of.vatId === null
      ? null
      : node(
          'cac:PartyTaxScheme',
          text('cbc:CompanyID', of.vatId),
          node('cac:TaxScheme', text('cbc:ID', 'VAT')),
        ),
    of.taxId === null
      ? null
      : node(
          'cac:PartyTaxScheme',
          text('cbc:CompanyID', of.taxId),
          node('cac:TaxScheme', text('cbc:ID', 'FC')),
        ),
    node(
      'cac:PartyLegalEntity',
      text('cbc:RegistrationName', of.name),
      text('cbc:CompanyID', of.legalId?.[0], { schemeID: of.legalId?.[1] ?? '' }),
    ),
    node(
      'cac:Contact',
      text('cbc:Name', of.contact),
      text('cbc:Telephone', of.phone),
      text('cbc:ElectronicMail', of.email),
    ),
  );

const period = (name: string, of: readonly [string, string] | null): Node | null =>
  of === null ? null : node(name, text('cbc:StartDate', of[0]), text('cbc:EndDate', of[1]));

/** The document as UBL; null where the syntax has no place for what is meant. */
export const writeUbl = (meant: Meant, profile: string): readonly [root: Node, spaces: Spaces] => {
  const isCredit = meant.type === '381';
  const name = isCredit ? 'CreditNote' : 'Invoice';
  const { currency, references } = meant;
  const money = (of: string, cents: number | null): Node | null =>
    cents === null ? null : text(of, moneyText(cents), { currencyID: currency });
  const adjust = (each: Omit<MeantAdjustment, 'tax'>, tax: MeantTax | null): Node | null =>
    node(
      'cac:AllowanceCharge',
      text('cbc:ChargeIndicator', String(each.isCharge)),
      text('cbc:AllowanceChargeReason', each.reason),
      text('cbc:MultiplierFactorNumeric', each.percent),
      money('cbc:Amount', each.cents),
      money('cbc:BaseAmount', each.base),
      tax === null ? null : category('cac:TaxCategory', tax),
    );
  const line = (of: MeantLine): Node | null =>
    node(
      `cac:${name}Line`,
      text('cbc:ID', of.id),
      text(`cbc:${isCredit ? 'Credited' : 'Invoiced'}Quantity`, of.quantity, { unitCode: of.unit }),
      money('cbc:LineExtensionAmount', of.cents),
      text('cbc:AccountingCost', of.account),
      period('cac:InvoicePeriod', of.period),
      node('cac:OrderLineReference', text('cbc:LineID', of.orderLine)),
      of.adjustments.map((each) => adjust(each, null)),
      node(
        'cac:Item',
        text('cbc:Description', of.detail),
        text('cbc:Name', of.name),
        node('cac:SellersItemIdentification', text('cbc:ID', of.item)),
        node(
          'cac:CommodityClassification',
          text('cbc:ItemClassificationCode', of.product, { listID: 'TST' }),
        ),
        category('cac:ClassifiedTaxCategory', of.tax),
      ),
      node(
        'cac:Price',
        text('cbc:PriceAmount', of.price, { currencyID: currency }),
        text('cbc:BaseQuantity', of.baseQuantity, { unitCode: of.unit }),
        // BT-147 is in the price already.
        node('cac:AllowanceCharge', text('cbc:ChargeIndicator', 'false'), money('cbc:Amount', 33)),
      ),
    );
  const terms = [
    meant.terms,
    meant.discount === null ? null : `#SKONTO#TAGE=${meant.discount[0]}#PROZENT=${meant.discount[1]}#`,
  ].filter((each) => each !== null);
  const means = node(
    'cac:PaymentMeans',
    text('cbc:PaymentMeansCode', meant.means),
    isCredit ? text('cbc:PaymentDueDate', meant.due) : null,
    text('cbc:PaymentID', meant.reference),
    meant.iban === null
      ? null
      : node(
          'cac:PayeeFinancialAccount',
          text('cbc:ID', meant.iban),
          text('cbc:Name', meant.holder),
          node('cac:FinancialInstitutionBranch', text('cbc:ID', meant.bic)),
        ),
    meant.mandate === null
      ? null
      : node(
          'cac:PaymentMandate',
          text('cbc:ID', meant.mandate[0]),
          node('cac:PayerFinancialAccount', text('cbc:ID', meant.mandate[2])),
        ),
  );
  const seller = party(meant.seller);
  const creditor = node('cac:PartyIdentification', text('cbc:ID', meant.mandate?.[1], { schemeID: 'SEPA' }));
  const withCreditor = (of: Node | null): Node | null =>
    of === null || creditor === null || typeof of.children === 'string'
      ? of
      : { ...of, children: [...of.children, creditor] };
  const root = node(
    `root:${name}`,
    text('cbc:CustomizationID', profile),
    text('cbc:ID', meant.number),
    text('cbc:IssueDate', meant.issued),
    isCredit ? null : text('cbc:DueDate', meant.due),
    text(`cbc:${name}TypeCode`, meant.type),
    meant.notes.map((each) => text('cbc:Note', each)),
    text('cbc:TaxPointDate', meant.taxPoint),
    text('cbc:DocumentCurrencyCode', currency),
    text('cbc:TaxCurrencyCode', meant.homeTax?.[1]),
    text('cbc:AccountingCost', meant.account),
    text('cbc:BuyerReference', references.buyer),
    period('cac:InvoicePeriod', meant.period),
    node(
      'cac:OrderReference',
      text('cbc:ID', references.order),
      text('cbc:SalesOrderID', references.sales_order),
    ),
    meant.prior.map(([id, day]) =>
      node(
        'cac:BillingReference',
        node('cac:InvoiceDocumentReference', text('cbc:ID', id), text('cbc:IssueDate', day)),
      ),
    ),
    node('cac:DespatchDocumentReference', text('cbc:ID', references.despatch)),
    node('cac:ReceiptDocumentReference', text('cbc:ID', references.receipt)),
    node('cac:OriginatorDocumentReference', text('cbc:ID', references.tender)),
    node('cac:ContractDocumentReference', text('cbc:ID', references.contract)),
    references.object === undefined
      ? null
      : node(
          'cac:AdditionalDocumentReference',
          text('cbc:ID', references.object),
          text('cbc:DocumentTypeCode', '130'),
        ),
    meant.files.map(({ id, name: filename, bytes }) =>
      node(
        'cac:AdditionalDocumentReference',
        text('cbc:ID', id),
        node(
          'cac:Attachment',
          text('cbc:EmbeddedDocumentBinaryObject', bytes.toString('base64'), {
            mimeCode: 'text/csv',
            filename,
          }),
        ),
      ),
    ),
    references.project === undefined
      ? null
      : isCredit
        ? node(
            'cac:AdditionalDocumentReference',
            text('cbc:ID', references.project),
            text('cbc:DocumentTypeCode', '50'),
          )
        : node('cac:ProjectReference', text('cbc:ID', references.project)),
    node('cac:AccountingSupplierParty', withCreditor(seller)),
    node('cac:AccountingCustomerParty', party(meant.buyer)),
    node('cac:PayeeParty', node('cac:PartyName', text('cbc:Name', meant.payee))),
    node('cac:Delivery', text('cbc:ActualDeliveryDate', meant.delivered)),
    means,
    node('cac:PaymentTerms', text('cbc:Note', terms.length === 0 ? null : terms.join('\n'))),
    meant.adjustments.map((each) => adjust(each, each.tax)),
    node(
      'cac:TaxTotal',
      money('cbc:TaxAmount', meant.tax),
      meant.groups.map(({ tax, base, cents, reason }) =>
        node(
          'cac:TaxSubtotal',
          money('cbc:TaxableAmount', base),
          money('cbc:TaxAmount', cents),
          category('cac:TaxCategory', tax, reason),
        ),
      ),
    ),
    meant.homeTax === null
      ? null
      : node(
          'cac:TaxTotal',
          text('cbc:TaxAmount', moneyText(meant.homeTax[0]), { currencyID: meant.homeTax[1] }),
        ),
    node(
      'cac:LegalMonetaryTotal',
      money('cbc:LineExtensionAmount', meant.lineSum),
      money('cbc:TaxExclusiveAmount', meant.net),
      money('cbc:TaxInclusiveAmount', meant.total),
      money('cbc:AllowanceTotalAmount', meant.allowances === 0 ? null : meant.allowances),
      money('cbc:ChargeTotalAmount', meant.charges === 0 ? null : meant.charges),
      money('cbc:PrepaidAmount', meant.prepaid === 0 ? null : meant.prepaid),
      money('cbc:PayableRoundingAmount', meant.rounding === 0 ? null : meant.rounding),
      money('cbc:PayableAmount', meant.owed),
    ),
    meant.lines.map(line),
  );
  if (root === null) throw new Error('a document without elements');
  return [
    root,
    {
      root: `${UBL}${name}-2`,
      cac: `${UBL}CommonAggregateComponents-2`,
      cbc: `${UBL}CommonBasicComponents-2`,
    },
  ];
};

/** What the network puts around it. */
export const enveloped = ([root, spaces]: readonly [root: Node, spaces: Spaces]): readonly [Node, Spaces] => {
  const header = node(
    'sbd:StandardBusinessDocumentHeader',
    text('sbd:HeaderVersion', '1.0'),
    node('sbd:Sender', text('sbd:Identifier', '9930:de123456788', { Authority: 'iso6523-actorid-upis' })),
    node('sbd:DocumentIdentification', text('sbd:Type', 'Invoice'), text('sbd:InstanceIdentifier', 'a-1')),
  );
  const all = node('sbd:StandardBusinessDocument', header, root);
  if (all === null) throw new Error('an empty envelope');
  return [all, { sbd: ENVELOPE, ...spaces }];
};
