// The order of the schema of UBL 2.1, written down once more from the schema: only what documents of the service use, so
// that anything else in one is found too.
import assert from 'node:assert/strict';
import type { Element } from './reading.ts';

const LINE = `cbc:LineExtensionAmount cac:InvoicePeriod cac:AllowanceCharge cac:Item cac:Price`;

const ORDER: Readonly<Record<string, string>> = {
  Invoice: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:UUID cbc:IssueDate cbc:DueDate cbc:InvoiceTypeCode cbc:Note
    cbc:DocumentCurrencyCode cbc:TaxCurrencyCode cbc:BuyerReference cac:InvoicePeriod cac:OrderReference
    cac:BillingReference cac:ContractDocumentReference cac:AdditionalDocumentReference cac:ProjectReference
    cac:AccountingSupplierParty cac:AccountingCustomerParty cac:Delivery cac:PaymentMeans cac:PaymentTerms
    cac:AllowanceCharge cac:TaxTotal cac:LegalMonetaryTotal cac:InvoiceLine`,
  CreditNote: `cbc:CustomizationID cbc:ProfileID cbc:ID cbc:UUID cbc:IssueDate cbc:CreditNoteTypeCode cbc:Note
    cbc:DocumentCurrencyCode cbc:TaxCurrencyCode cbc:BuyerReference cac:InvoicePeriod cac:OrderReference
    cac:BillingReference cac:ContractDocumentReference cac:AdditionalDocumentReference cac:AccountingSupplierParty
    cac:AccountingCustomerParty cac:Delivery cac:PaymentMeans cac:PaymentTerms cac:AllowanceCharge cac:TaxTotal
    cac:LegalMonetaryTotal cac:CreditNoteLine`,
  'cac:InvoicePeriod': 'cbc:StartDate cbc:EndDate',
  'cac:OrderReference': 'cbc:ID',
  'cac:BillingReference': 'cac:InvoiceDocumentReference',
  'cac:InvoiceDocumentReference': 'cbc:ID cbc:IssueDate',
  'cac:ContractDocumentReference': 'cbc:ID',
  'cac:ProjectReference': 'cbc:ID',
  'cac:AdditionalDocumentReference': 'cbc:ID cbc:DocumentTypeCode cbc:DocumentDescription cac:Attachment',
  'cac:Attachment': 'cbc:EmbeddedDocumentBinaryObject',
  'cac:PaymentMandate': 'cbc:ID cac:PayerFinancialAccount',
  'cac:PayerFinancialAccount': 'cbc:ID',
  'cac:PaymentTerms': 'cbc:Note',
  'cac:SellersItemIdentification': 'cbc:ID',
  'cac:AccountingSupplierParty': 'cac:Party',
  'cac:AccountingCustomerParty': 'cac:Party',
  'cac:Party': `cbc:EndpointID cac:PartyIdentification cac:PostalAddress cac:PartyTaxScheme cac:PartyLegalEntity
    cac:Contact`,
  'cac:PartyIdentification': 'cbc:ID',
  'cac:PostalAddress': 'cbc:StreetName cbc:CityName cbc:PostalZone cac:Country',
  'cac:Address': 'cbc:StreetName cbc:CityName cbc:PostalZone cac:Country',
  'cac:Country': 'cbc:IdentificationCode',
  'cac:PartyTaxScheme': 'cbc:CompanyID cac:TaxScheme',
  'cac:TaxScheme': 'cbc:ID',
  'cac:PartyLegalEntity': 'cbc:RegistrationName cbc:CompanyID',
  'cac:Contact': 'cbc:Name cbc:Telephone cbc:ElectronicMail',
  'cac:Delivery': 'cbc:ActualDeliveryDate cac:DeliveryLocation',
  'cac:DeliveryLocation': 'cac:Address',
  'cac:PaymentMeans': 'cbc:PaymentMeansCode cbc:PaymentID cac:PayeeFinancialAccount cac:PaymentMandate',
  'cac:PayeeFinancialAccount': 'cbc:ID cbc:Name cac:FinancialInstitutionBranch',
  'cac:FinancialInstitutionBranch': 'cbc:ID',
  'cac:TaxTotal': 'cbc:TaxAmount cac:TaxSubtotal',
  'cac:TaxSubtotal': 'cbc:TaxableAmount cbc:TaxAmount cac:TaxCategory',
  'cac:TaxCategory': 'cbc:ID cbc:Percent cbc:TaxExemptionReasonCode cbc:TaxExemptionReason cac:TaxScheme',
  'cac:LegalMonetaryTotal':
    'cbc:LineExtensionAmount cbc:TaxExclusiveAmount cbc:TaxInclusiveAmount cbc:AllowanceTotalAmount cbc:ChargeTotalAmount cbc:PrepaidAmount cbc:PayableAmount',
  'cac:InvoiceLine': `cbc:ID cbc:InvoicedQuantity ${LINE}`,
  'cac:CreditNoteLine': `cbc:ID cbc:CreditedQuantity ${LINE}`,
  'cac:AllowanceCharge': `cbc:ChargeIndicator cbc:AllowanceChargeReasonCode cbc:AllowanceChargeReason
    cbc:MultiplierFactorNumeric cbc:Amount cbc:BaseAmount cac:TaxCategory`,
  'cac:Item': 'cbc:Name cac:SellersItemIdentification cac:ClassifiedTaxCategory',
  'cac:ClassifiedTaxCategory': 'cbc:ID cbc:Percent cac:TaxScheme',
  'cac:Price': 'cbc:PriceAmount',
};

/** Those that the schema lets stand more than once in a row. */
const REPEATED = new Set([
  'cac:TaxTotal',
  'cac:TaxSubtotal',
  'cac:InvoiceLine',
  'cac:CreditNoteLine',
  'cac:AllowanceCharge',
  'cac:BillingReference',
  'cac:PartyIdentification',
  'cac:PartyTaxScheme',
  'cac:AdditionalDocumentReference',
]);

export const checkOrder = (element: Element): void => {
  const order = ORDER[element.name]?.split(/\s+/);
  if (order === undefined) {
    assert.ok(element.name.startsWith('cbc:'), `${element.name} is not known`);
    assert.deepEqual(element.children, []);
    assert.notEqual(element.text.trim(), '', `${element.name} is empty`);
    // The last discount for early payment ends with a line break.
    assert.equal(element.text.replace(/#\n$/, '#'), element.text.trim());
    return;
  }
  assert.notEqual(element.children.length, 0, `${element.name} is empty`);
  let last = -1;
  for (const { name } of element.children) {
    const place = order.indexOf(name);
    assert.ok(place >= 0, `${name} is not known in ${element.name}`);
    assert.ok(
      REPEATED.has(name) ? place >= last : place > last,
      `${name} stands too late in ${element.name}`,
    );
    last = place;
  }
  element.children.forEach(checkOrder);
};
