// Documents as suppliers write them, element by element, in whatever order and spelling a test asks for.
import { type XmlElement, element, xmlDocument } from '../../../src/einvoicing/xml/write.ts';

type Part = XmlElement | null | readonly (XmlElement | null)[];

/** `cac('Party', …)`, `cbc('ID', 'x')`; parts that are null are left out. */
export const group = (name: string, ...parts: readonly Part[]): XmlElement => element(name, {}, parts.flat());
export const leaf = (name: string, text: string | null, attributes = {}): XmlElement | null =>
  text === null ? null : element(name, attributes, text);

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const money = (name: string, amount: string | null): XmlElement | null =>
  leaf(name, amount, { currencyID: 'EUR' });

export interface UblLine {
  readonly net: string;
  readonly rate?: string;
  readonly category?: string;
  readonly quantity?: string;
  readonly price?: string;
  readonly base?: string;
}

export interface UblInvoice {
  readonly type?: string;
  readonly number?: string;
  readonly lines: readonly UblLine[];
  /** `[amount, rate, isCharge]`. */
  readonly adjustments?: readonly (readonly [amount: string, rate: string, isCharge: boolean])[];
  readonly taxes: readonly (readonly [base: string, rate: string, amount: string, category?: string])[];
  /** BT-106, 107, 108, 109, 110, 112, 113, 115. */
  readonly totals: readonly (string | null)[];
  readonly more?: readonly XmlElement[];
}

const category = (name: string, id: string, rate: string): XmlElement =>
  group(name, leaf('cbc:ID', id), leaf('cbc:Percent', rate), group('cac:TaxScheme', leaf('cbc:ID', 'VAT')));

const party = (name: string, called: string, vat: string): XmlElement =>
  group(
    name,
    group(
      'cac:Party',
      group('cac:PartyTaxScheme', leaf('cbc:CompanyID', vat), group('cac:TaxScheme', leaf('cbc:ID', 'VAT'))),
      group('cac:PartyLegalEntity', leaf('cbc:RegistrationName', called)),
    ),
  );

const line = ({ net, rate = '19', category: of = 'S', ...line }: UblLine, index: number): XmlElement =>
  group(
    'cac:InvoiceLine',
    leaf('cbc:ID', String(index + 1)),
    leaf('cbc:InvoicedQuantity', line.quantity ?? '1', { unitCode: 'H87' }),
    money('cbc:LineExtensionAmount', net),
    group('cac:Item', leaf('cbc:Name', `Ware ${index + 1}`), category('cac:ClassifiedTaxCategory', of, rate)),
    group(
      'cac:Price',
      money('cbc:PriceAmount', line.price ?? net),
      leaf('cbc:BaseQuantity', line.base ?? null),
    ),
  );

export const ublInvoice = (invoice: UblInvoice): string => {
  const [lines, allowances, charges, withoutTax, tax, total, prepaid, due] = invoice.totals;
  const adjustments = invoice.adjustments ?? [];
  const root = element(
    'Invoice',
    {
      xmlns: `${UBL}Invoice-2`,
      'xmlns:cac': `${UBL}CommonAggregateComponents-2`,
      'xmlns:cbc': `${UBL}CommonBasicComponents-2`,
    },
    [
      leaf('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
      leaf('cbc:ID', invoice.number ?? 'RE 2026-0117'),
      leaf('cbc:IssueDate', '2026-11-20'),
      leaf('cbc:DueDate', '2026-12-20'),
      leaf('cbc:InvoiceTypeCode', invoice.type ?? '380'),
      leaf('cbc:DocumentCurrencyCode', 'EUR'),
      ...(invoice.more ?? []),
      party('cac:AccountingSupplierParty', 'Nordlicht GmbH', 'DE123456789'),
      party('cac:AccountingCustomerParty', 'Brückner Werkzeugbau GmbH', 'DE987654321'),
      ...adjustments.map(([amount, rate, isCharge]) =>
        group(
          'cac:AllowanceCharge',
          leaf('cbc:ChargeIndicator', String(isCharge)),
          money('cbc:Amount', amount),
          category('cac:TaxCategory', 'S', rate),
        ),
      ),
      group(
        'cac:TaxTotal',
        money('cbc:TaxAmount', tax ?? null),
        invoice.taxes.map(([base, rate, amount, of = 'S']) =>
          group(
            'cac:TaxSubtotal',
            money('cbc:TaxableAmount', base),
            money('cbc:TaxAmount', amount),
            category('cac:TaxCategory', of, rate),
          ),
        ),
      ),
      group(
        'cac:LegalMonetaryTotal',
        money('cbc:LineExtensionAmount', lines ?? null),
        money('cbc:TaxExclusiveAmount', withoutTax ?? null),
        money('cbc:TaxInclusiveAmount', total ?? null),
        money('cbc:AllowanceTotalAmount', allowances ?? null),
        money('cbc:ChargeTotalAmount', charges ?? null),
        money('cbc:PrepaidAmount', prepaid ?? null),
        money('cbc:PayableAmount', due ?? null),
      ),
      ...invoice.lines.map(line),
    ],
  );
  return xmlDocument(root);
};
