// Readings as files: the content of a test's file is what its reading says, so that tests state documents without a format.
import type { ReadDocument, Reading, ReadParty, ReadResponse } from '../../../src/receiving/reading.ts';
import type { ReadFile } from '../../../src/domain/across/inbox/inbox.ts';

export const NOBODY: ReadParty = {
  name: null,
  tradingName: null,
  countryCode: null,
  vatId: null,
  taxId: null,
  legalId: null,
  ids: [],
  endpoint: null,
  street: null,
  city: null,
  postalCode: null,
  contactName: null,
  email: null,
  phone: null,
  regime: null,
};

const NO_READING: Reading = {
  kind: 'unknown',
  format: 'unknown',
  profile: null,
  document: null,
  proof: null,
  response: null,
  seals: null,
  files: [],
  issues: [],
};

const LINE = {
  id: '1',
  description: 'Beratung',
  detail: null,
  quantity: '1',
  unitCode: 'HUR',
  unitPrice: '100.00',
  net: '100.00',
  discount: null,
  adjustments: [],
  taxes: [
    {
      kind: 'VAT',
      factor: 'rate',
      rate: '19',
      category: 'S',
      exemptionCode: null,
      exemptionReason: null,
      base: '100.00',
      amount: '19.00',
      localName: null,
    },
  ],
  withholdings: [],
  period: null,
  sellerItemId: null,
  productCode: null,
  taxObject: null,
  customsNumbers: [],
  orderLine: null,
  account: null,
} as const;

export const document = (given: Partial<ReadDocument> = {}): ReadDocument => ({
  typeCode: '380',
  number: 'RE 2026-0117',
  series: null,
  uuid: null,
  issueDate: '2026-11-02',
  dueDate: '2026-12-02',
  taxPoint: null,
  deliveryDate: null,
  deliveryPeriod: null,
  currency: 'EUR',
  exchangeRate: null,
  seller: {
    ...NOBODY,
    name: 'Nordwind Energie GmbH',
    countryCode: 'DE',
    vatId: 'DE811128135',
    street: 'Hafen 1',
    city: 'Kiel',
    postalCode: '24103',
  },
  buyer: { ...NOBODY, name: 'Us', vatId: 'DE136695976' },
  payee: null,
  lines: [LINE],
  adjustments: [],
  taxes: LINE.taxes,
  withholdings: [],
  totals: {
    lines: '100.00',
    allowances: null,
    charges: null,
    withoutTax: '100.00',
    tax: '19.00',
    taxInAccountingCurrency: null,
    withheld: null,
    total: '119.00',
    prepaid: null,
    rounding: null,
    due: '119.00',
  },
  payment: {
    meansCode: '58',
    method: null,
    terms: null,
    reference: null,
    accounts: [],
    directDebit: null,
    discounts: [],
  },
  references: [],
  notes: [],
  use: null,
  ...given,
});

export const bill = (given: Partial<ReadDocument> = {}, reading: Partial<Reading> = {}): Reading => ({
  ...NO_READING,
  kind: 'bill',
  format: 'ubl_invoice',
  document: document(given),
  ...reading,
});

export const response = (given: Partial<ReadResponse> = {}): Reading => ({
  ...NO_READING,
  kind: 'invoice_response',
  format: given.level === 'message' ? 'message_status' : 'invoice_response',
  response: {
    id: null,
    issueDate: null,
    issueTime: null,
    status: 'AB',
    level: 'invoice',
    reasons: [],
    documentNumber: null,
    documentType: null,
    documentDate: null,
    sender: NOBODY,
    receiver: NOBODY,
    ...given,
  },
});

/** The content of a file that is read as this. */
export const fileOf = (reading: Reading): string => Buffer.from(JSON.stringify(reading)).toString('base64');

/** Whatever is no JSON is a picture. */
export const readTest: ReadFile = ({ bytes }) => {
  const text = Buffer.from(bytes).toString();
  return Promise.resolve(
    text.startsWith('{') ? (JSON.parse(text) as Reading) : { ...NO_READING, format: 'image' },
  );
};
