// The order of elements in the schema of UBL 2.1, for those that invoices of the network use.

const sequence = (prefix: string, names: string): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${prefix}:${name}`);
const cbc = (names: string): string[] => sequence('cbc', names);
const cac = (names: string): string[] => sequence('cac', names);

const AMOUNT_HOLDER = cbc(
  'ID Name Percent BaseUnitMeasure PerUnitAmount TaxExemptionReasonCode TaxExemptionReason TierRange TierRatePercent',
);
const ADDRESS = [
  ...cbc(`ID AddressTypeCode AddressFormatCode Postbox Floor Room StreetName AdditionalStreetName BlockName BuildingName
    BuildingNumber InhouseMail Department MarkAttention MarkCare PlotIdentification CitySubdivisionName CityName PostalZone
    CountrySubentity CountrySubentityCode Region District TimezoneOffset`),
  ...cac('AddressLine Country LocationCoordinate'),
];
const REFERENCE = [
  ...cbc(`ID CopyIndicator UUID IssueDate IssueTime DocumentTypeCode DocumentType XPath LanguageID LocaleCode VersionID
    DocumentStatusCode DocumentDescription`),
  ...cac('Attachment ValidityPeriod IssuerParty ResultOfVerification'),
];
const TAX_CATEGORY = [...AMOUNT_HOLDER, 'cac:TaxScheme'];

/** By element; those that are not listed may come in any order. */
export const ORDER: Readonly<Record<string, readonly string[]>> = {
  Invoice: [
    'ext:UBLExtensions',
    ...cbc(`UBLVersionID CustomizationID ProfileID ProfileExecutionID ID CopyIndicator UUID IssueDate IssueTime DueDate
      InvoiceTypeCode Note TaxPointDate DocumentCurrencyCode TaxCurrencyCode PricingCurrencyCode PaymentCurrencyCode
      PaymentAlternativeCurrencyCode AccountingCostCode AccountingCost LineCountNumeric BuyerReference`),
    ...cac(`InvoicePeriod OrderReference BillingReference DespatchDocumentReference ReceiptDocumentReference
      StatementDocumentReference OriginatorDocumentReference ContractDocumentReference AdditionalDocumentReference
      ProjectReference Signature AccountingSupplierParty AccountingCustomerParty PayeeParty BuyerCustomerParty
      SellerSupplierParty TaxRepresentativeParty Delivery DeliveryTerms PaymentMeans PaymentTerms PrepaidPayment
      AllowanceCharge TaxExchangeRate PricingExchangeRate PaymentExchangeRate PaymentAlternativeExchangeRate TaxTotal
      WithholdingTaxTotal LegalMonetaryTotal InvoiceLine`),
  ],
  CreditNote: [
    'ext:UBLExtensions',
    ...cbc(`UBLVersionID CustomizationID ProfileID ProfileExecutionID ID CopyIndicator UUID IssueDate IssueTime
      TaxPointDate CreditNoteTypeCode Note DocumentCurrencyCode TaxCurrencyCode PricingCurrencyCode PaymentCurrencyCode
      PaymentAlternativeCurrencyCode AccountingCostCode AccountingCost LineCountNumeric BuyerReference`),
    ...cac(`InvoicePeriod DiscrepancyResponse OrderReference BillingReference DespatchDocumentReference
      ReceiptDocumentReference ContractDocumentReference AdditionalDocumentReference StatementDocumentReference
      OriginatorDocumentReference Signature AccountingSupplierParty AccountingCustomerParty PayeeParty BuyerCustomerParty
      SellerSupplierParty TaxRepresentativeParty Delivery DeliveryTerms PaymentMeans PaymentTerms TaxExchangeRate
      PricingExchangeRate PaymentExchangeRate PaymentAlternativeExchangeRate AllowanceCharge TaxTotal LegalMonetaryTotal
      CreditNoteLine`),
  ],
  'cac:InvoicePeriod': cbc('StartDate StartTime EndDate EndTime DurationMeasure DescriptionCode Description'),
  'cac:OrderReference': [
    ...cbc('ID SalesOrderID CopyIndicator UUID IssueDate IssueTime CustomerReference OrderTypeCode'),
    'cac:DocumentReference',
  ],
  'cac:BillingReference':
    cac(`InvoiceDocumentReference SelfBilledInvoiceDocumentReference CreditNoteDocumentReference
    SelfBilledCreditNoteDocumentReference DebitNoteDocumentReference ReminderDocumentReference AdditionalDocumentReference
    BillingReferenceLine`),
  'cac:InvoiceDocumentReference': REFERENCE,
  'cac:ContractDocumentReference': REFERENCE,
  'cac:AdditionalDocumentReference': REFERENCE,
  'cac:Attachment': ['cbc:EmbeddedDocumentBinaryObject', 'cac:ExternalReference'],
  'cac:PaymentMandate': [
    ...cbc('ID MandateTypeCode MaximumPaymentInstructionsNumeric MaximumPaidAmount SignatureID'),
    ...cac('PayerParty PayerFinancialAccount ValidityPeriod PaymentReversalPeriod Clause'),
  ],
  'cac:PaymentTerms': [
    ...cbc(`ID PaymentMeansID PrepaidPaymentReferenceID Note ReferenceEventCode SettlementDiscountPercent
      PenaltySurchargePercent PaymentPercent Amount SettlementDiscountAmount PenaltyAmount PaymentTermsDetailsURI
      PaymentDueDate InstallmentDueDate InvoicingPartyReference`),
    ...cac('SettlementPeriod PenaltyPeriod ExchangeRate ValidityPeriod'),
  ],
  'cac:Party': [
    ...cbc(
      'MarkCareIndicator MarkAttentionIndicator WebsiteURI LogoReferenceID EndpointID IndustryClassificationCode',
    ),
    ...cac(`PartyIdentification PartyName Language PostalAddress PhysicalLocation PartyTaxScheme PartyLegalEntity Contact
      Person AgentParty ServiceProviderParty PowerOfAttorney FinancialAccount`),
  ],
  'cac:PostalAddress': ADDRESS,
  'cac:Address': ADDRESS,
  'cac:PartyTaxScheme': [
    ...cbc('RegistrationName CompanyID TaxLevelCode ExemptionReasonCode ExemptionReason'),
    ...cac('RegistrationAddress TaxScheme'),
  ],
  'cac:PartyLegalEntity': [
    ...cbc(`RegistrationName CompanyID RegistrationDate RegistrationExpirationDate CompanyLegalFormCode CompanyLegalForm
      SoleProprietorshipIndicator CompanyLiquidationStatusCode CorporateStockAmount FullyPaidSharesIndicator`),
    ...cac('RegistrationAddress CorporateRegistrationScheme HeadOfficeParty ShareholderParty'),
  ],
  'cac:Contact': [...cbc('ID Name Telephone Telefax ElectronicMail Note'), 'cac:OtherCommunication'],
  'cac:Delivery': [
    ...cbc(`ID Quantity MinimumQuantity MaximumQuantity ActualDeliveryDate ActualDeliveryTime LatestDeliveryDate
      LatestDeliveryTime ReleaseID TrackingID`),
    ...cac(`DeliveryAddress DeliveryLocation AlternativeDeliveryLocation RequestedDeliveryPeriod PromisedDeliveryPeriod
      EstimatedDeliveryPeriod CarrierParty DeliveryParty NotifyParty Despatch DeliveryTerms MinimumDeliveryUnit
      MaximumDeliveryUnit Shipment`),
  ],
  'cac:PaymentMeans': [
    ...cbc('ID PaymentMeansCode PaymentDueDate PaymentChannelCode InstructionID InstructionNote PaymentID'),
    ...cac(
      'CardAccount PayerFinancialAccount PayeeFinancialAccount CreditAccount PaymentMandate TradeFinancing',
    ),
  ],
  'cac:PayeeFinancialAccount': [
    ...cbc('ID Name AliasName AccountTypeCode AccountFormatCode CurrencyCode PaymentNote'),
    ...cac('FinancialInstitutionBranch Country'),
  ],
  'cac:TaxTotal': [
    ...cbc('TaxAmount RoundingAmount TaxEvidenceIndicator TaxIncludedIndicator'),
    'cac:TaxSubtotal',
  ],
  'cac:TaxSubtotal': [
    ...cbc(`TaxableAmount TaxAmount CalculationSequenceNumeric TransactionCurrencyTaxAmount Percent BaseUnitMeasure
      PerUnitAmount TierRange TierRatePercent`),
    'cac:TaxCategory',
  ],
  'cac:TaxCategory': TAX_CATEGORY,
  'cac:ClassifiedTaxCategory': TAX_CATEGORY,
  'cac:LegalMonetaryTotal':
    cbc(`LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount
    ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount PayableAlternativeAmount`),
  'cac:InvoiceLine': [
    ...cbc(`ID UUID Note InvoicedQuantity LineExtensionAmount TaxPointDate AccountingCostCode AccountingCost
      PaymentPurposeCode FreeOfChargeIndicator`),
    ...cac(`InvoicePeriod OrderLineReference DespatchLineReference ReceiptLineReference BillingReference DocumentReference
      PricingReference OriginatorParty Delivery PaymentTerms AllowanceCharge TaxTotal WithholdingTaxTotal Item Price
      DeliveryTerms SubInvoiceLine ItemPriceExtension`),
  ],
  'cac:CreditNoteLine': [
    ...cbc(`ID UUID Note CreditedQuantity LineExtensionAmount TaxPointDate AccountingCostCode AccountingCost
      PaymentPurposeCode FreeOfChargeIndicator`),
    ...cac(`InvoicePeriod OrderLineReference DiscrepancyResponse DespatchLineReference ReceiptLineReference
      BillingReference DocumentReference PricingReference OriginatorParty Delivery PaymentTerms TaxTotal AllowanceCharge
      Item Price DeliveryTerms SubCreditNoteLine ItemPriceExtension`),
  ],
  'cac:AllowanceCharge': [
    ...cbc(`ID ChargeIndicator AllowanceChargeReasonCode AllowanceChargeReason MultiplierFactorNumeric PrepaidIndicator
      SequenceNumeric Amount BaseAmount AccountingCostCode AccountingCost PerUnitAmount`),
    ...cac('TaxCategory TaxTotal PaymentMeans'),
  ],
  'cac:Item': [
    ...cbc(`Description PackQuantity PackSizeNumeric CatalogueIndicator Name HazardousRiskIndicator AdditionalInformation
      Keyword BrandName ModelName`),
    ...cac(`BuyersItemIdentification SellersItemIdentification ManufacturersItemIdentification StandardItemIdentification
      CatalogueItemIdentification CatalogueDocumentReference ItemSpecificationDocumentReference OriginCountry
      CommodityClassification TransactionConditions HazardousItem ClassifiedTaxCategory AdditionalItemProperty
      ManufacturerParty InformationContentProviderParty OriginAddress ItemInstance Certificate Dimension`),
  ],
  'cac:Price': [
    ...cbc('PriceAmount BaseQuantity PriceChangeReason PriceTypeCode PriceType OrderableUnitFactorRate'),
    ...cac('ValidityPeriod PriceList AllowanceCharge PricingExchangeRate'),
  ],
};
