// An XRechnung of a German supplier.
import { element, xmlDocument, type XmlElement } from '../../../einvoicing/xml/write.ts';
import { type Paper, sumsOf } from './paper.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const VAT = element('cac:TaxScheme', {}, [element('cbc:ID', {}, 'VAT')]);

const amount = (name: string, text: string): XmlElement => element(name, { currencyID: 'EUR' }, text);

const category = (name: string, percent: number): XmlElement =>
  element(name, {}, [element('cbc:ID', {}, 'S'), element('cbc:Percent', {}, String(percent)), VAT]);

interface Party {
  readonly name: string;
  readonly postal_code?: string | null | undefined;
  readonly details: {
    readonly vat_id?: string;
    readonly street?: string;
    readonly city?: string;
  };
}

const party = (name: string, { name: called, postal_code, details }: Party): XmlElement => {
  const { vat_id: vat = '', street = '', city = '' } = details;
  return element(name, {}, [
    element('cac:Party', {}, [
      element('cbc:EndpointID', { schemeID: '9930' }, vat),
      element('cac:PostalAddress', {}, [
        element('cbc:StreetName', {}, street),
        element('cbc:CityName', {}, city),
        element('cbc:PostalZone', {}, postal_code ?? ''),
        element('cac:Country', {}, [element('cbc:IdentificationCode', {}, 'DE')]),
      ]),
      element('cac:PartyTaxScheme', {}, [element('cbc:CompanyID', {}, vat), VAT]),
      element('cac:PartyLegalEntity', {}, [element('cbc:RegistrationName', {}, called)]),
    ]),
  ]);
};

export const writeUbl = (paper: Paper): Buffer => {
  const { number, day, due, seller, buyer, iban, lines, tax_percent } = paper;
  const sums = sumsOf(paper);
  const root = element(
    'Invoice',
    {
      xmlns: `${UBL}Invoice-2`,
      'xmlns:cac': `${UBL}CommonAggregateComponents-2`,
      'xmlns:cbc': `${UBL}CommonBasicComponents-2`,
    },
    [
      element(
        'cbc:CustomizationID',
        {},
        'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
      ),
      element('cbc:ProfileID', {}, 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
      element('cbc:ID', {}, number),
      element('cbc:IssueDate', {}, day),
      element('cbc:DueDate', {}, due),
      element('cbc:InvoiceTypeCode', {}, '380'),
      element('cbc:DocumentCurrencyCode', {}, 'EUR'),
      element('cbc:BuyerReference', {}, buyer.name),
      party('cac:AccountingSupplierParty', { ...seller, details: seller.country_details ?? {} }),
      party('cac:AccountingCustomerParty', buyer),
      element('cac:PaymentMeans', {}, [
        element('cbc:PaymentMeansCode', {}, '58'),
        element('cbc:PaymentID', {}, number),
        iban === undefined ? null : element('cac:PayeeFinancialAccount', {}, [element('cbc:ID', {}, iban)]),
      ]),
      element('cac:TaxTotal', {}, [
        amount('cbc:TaxAmount', sums.tax),
        element('cac:TaxSubtotal', {}, [
          amount('cbc:TaxableAmount', sums.net),
          amount('cbc:TaxAmount', sums.tax),
          category('cac:TaxCategory', tax_percent),
        ]),
      ]),
      element('cac:LegalMonetaryTotal', {}, [
        amount('cbc:LineExtensionAmount', sums.net),
        amount('cbc:TaxExclusiveAmount', sums.net),
        amount('cbc:TaxInclusiveAmount', sums.total),
        amount('cbc:PayableAmount', sums.total),
      ]),
      ...lines.map(({ description, quantity, unit_price }, index) =>
        element('cac:InvoiceLine', {}, [
          element('cbc:ID', {}, String(index + 1)),
          element('cbc:InvoicedQuantity', { unitCode: 'C62' }, quantity),
          amount('cbc:LineExtensionAmount', sums.lines[index] ?? ''),
          element('cac:Item', {}, [
            element('cbc:Name', {}, description),
            category('cac:ClassifiedTaxCategory', tax_percent),
          ]),
          element('cac:Price', {}, [amount('cbc:PriceAmount', unit_price)]),
        ]),
      ),
    ],
  );
  return Buffer.from(xmlDocument(root), 'utf8');
};
