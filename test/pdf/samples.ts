// Filed invoices to print, without a database or a provider: what the books say, and the XML that was filed.
import { generateKeyPairSync, sign } from 'node:crypto';
import type { Country } from '../../generated/countries.ts';
import type { EntityId, OrganisationId } from '../../generated/ids.ts';
import { roundToCurrency, amount, zero } from '../../src/base/money/amount.ts';
import { decimal, roundHalfUp, sumOf, ZERO } from '../../src/base/money/decimal.ts';
import { asDay } from '../../src/base/time/day.ts';
import type { BuiltDocument, Signer } from '../../src/einvoicing/filing.ts';
import { regimeOf } from '../../src/einvoicing/index.ts';
import { appendStamp } from '../../src/einvoicing/mx-cfdi/stamp.ts';
import type { DocumentLine, InvoiceDocument, TaxRow } from '../../src/einvoicing/regime.ts';
import { NO_LINE_TERMS, NO_TERMS } from '../../src/einvoicing/terms.ts';
import type { FiledInvoice } from '../../src/domain/filing/delivery/printer.ts';

export interface SampleLine {
  readonly description: string;
  readonly quantity?: string;
  readonly unitPrice: string;
  readonly rate?: string;
  readonly category?: string;
  readonly exemption?: string;
}

export interface Sample {
  readonly seller?: string;
  readonly buyer?: string;
  readonly currency?: string;
  readonly lines?: readonly SampleLine[];
  readonly sandbox?: boolean;
  readonly folio?: string;
}

interface Party {
  readonly name: string;
  readonly tax_id: string;
  readonly time_zone: string;
  readonly postal_code: string;
  readonly currency: string;
  readonly details: Readonly<Record<string, string>>;
  readonly scheme: string;
  readonly rate: string;
}

const PARTIES = {
  MX: {
    name: 'PAPELERIA ROBLES',
    tax_id: 'PRO840423SG8',
    time_zone: 'America/Mexico_City',
    postal_code: '06600',
    currency: 'MXN',
    details: { fiscal_regime_code: '601' },
    scheme: 'IVA',
    rate: '16',
  },
  DE: {
    name: 'Brückner Werkzeugbau GmbH',
    tax_id: 'DE136695976',
    time_zone: 'Europe/Berlin',
    postal_code: '10117',
    currency: 'EUR',
    scheme: 'VAT',
    rate: '19',
    details: {
      vat_id: 'DE136695976',
      tax_number: '27/123/45678',
      street: 'Friedrichstraße 12',
      city: 'Berlin',
      contact_name: 'Jana Brückner',
      contact_email: 'rechnung@brueckner.example',
      contact_phone: '+49 30 1234567',
    },
  },
  AU: {
    name: 'Wattle Creek Design Pty Ltd',
    tax_id: '51824753556',
    time_zone: 'Australia/Sydney',
    postal_code: '2000',
    currency: 'AUD',
    scheme: 'GST',
    rate: '10',
    details: { vat_id: '51824753556', street: '12 George Street', city: 'Sydney' },
  },
  GB: {
    name: 'Harrow & Finch Ltd',
    tax_id: 'GB123456789',
    time_zone: 'Europe/London',
    postal_code: 'SW1A 1AA',
    currency: 'GBP',
    scheme: 'VAT',
    rate: '20',
    details: { vat_id: 'GB123456789', street: '4 Mill Lane', city: 'London' },
  },
  NL: {
    name: 'De Graaf Installaties B.V.',
    tax_id: 'NL123456789B01',
    time_zone: 'Europe/Amsterdam',
    postal_code: '1011 AB',
    currency: 'EUR',
    scheme: 'VAT',
    rate: '21',
    details: {
      vat_id: 'NL123456789B01',
      tax_number: '12345678',
      street: 'Keizersgracht 1',
      city: 'Amsterdam',
    },
  },
  SG: {
    name: 'Merlion Analytics Pte. Ltd.',
    tax_id: '201912345K',
    time_zone: 'Asia/Singapore',
    postal_code: '048616',
    currency: 'SGD',
    scheme: 'GST',
    rate: '9',
    details: { vat_id: '201912345K', street: '1 Raffles Place', city: 'Singapore' },
  },
} as const satisfies Readonly<Partial<Record<Country, Party>>>;

/** A country with a sample of its own. */
export type SampleCountry = keyof typeof PARTIES;

const BUYER_DETAILS: Readonly<Record<'mx' | 'network', Readonly<Record<string, string>>>> = {
  mx: { fiscal_regime_code: '601' },
  network: { vat_id: 'DE129273398', street: 'Elbchaussee 7', city: 'Hamburg', contact_name: 'Einkauf' },
};

const line = (country: Country, { quantity = '1', ...given }: SampleLine, rate: string): DocumentLine => {
  const taxRate = decimal(given.rate ?? rate);
  const subtotal = roundHalfUp(decimal(quantity).times(decimal(given.unitPrice)), 6);
  const taxAmount = roundHalfUp(subtotal.times(taxRate).div(decimal('100')), 6);
  return {
    ...NO_LINE_TERMS,
    gross: subtotal,
    discountAmount: ZERO,
    taxes: [
      {
        tax: country === 'MX' ? 'IVA' : 'VAT',
        category: country === 'MX' ? '002' : (given.category ?? 'S'),
        factor: 'rate',
        rate: taxRate,
        base: subtotal,
        amount: taxAmount,
        withheld: false,
      },
    ],
    description: given.description,
    quantity: decimal(quantity),
    unitPrice: decimal(given.unitPrice),
    countryDetails: {
      ...(country === 'MX'
        ? { sat_product_code: '80101501', sat_unit_code: 'E48', tax_object: '02' }
        : { tax_category: given.category ?? 'S' }),
      ...(given.exemption === undefined ? {} : { exemption_code: given.exemption }),
    },
    subtotal,
    taxRate,
    taxAmount,
  };
};

/** Of IVA in Mexico. */
const categoryOf = ({ countryDetails }: DocumentLine): string =>
  String(countryDetails['tax_category'] ?? '002');

const breakdownOf = (lines: readonly DocumentLine[], currency: string, tax: string): readonly TaxRow[] => {
  const keys = [...new Set(lines.map((each) => `${categoryOf(each)} ${each.taxRate.toFixed()}`))];
  return keys.map((key) => {
    const [category = '', rate = '0'] = key.split(' ');
    const own = lines.filter((each) => categoryOf(each) === category && each.taxRate.eq(decimal(rate)));
    return {
      tax,
      category,
      factor: 'rate',
      rate: decimal(rate),
      base: roundToCurrency(sumOf(own.map(({ subtotal }) => subtotal)), currency),
      amount: roundToCurrency(sumOf(own.map(({ taxAmount }) => taxAmount)), currency),
    };
  });
};

const SOME_LINES: readonly SampleLine[] = [
  { description: 'Servicio de consultoría', quantity: '2.5', unitPrice: '950.123456' },
];

export const documentOf = (country: SampleCountry, sample: Sample): InvoiceDocument => {
  const { scheme, rate, ...party }: Party = PARTIES[country];
  const currency = sample.currency ?? party.currency;
  const lines = (sample.lines ?? SOME_LINES).map((each) => line(country, each, rate));
  const breakdown = breakdownOf(lines, currency, scheme);
  const subtotal = roundToCurrency(sumOf(lines.map((each) => each.subtotal)), currency);
  const tax = amount(
    breakdown.reduce((sum, row) => sum + row.amount.minor, 0),
    currency,
  );
  return {
    kind: 'invoice',
    title: null,
    notes: null,
    terms: NO_TERMS,
    payee: null,
    relations: [],
    derived: [],
    withholdings: [],
    allowances: [],
    discount: zero(currency),
    lineTotal: subtotal,
    withheld: zero(currency),
    seller: {
      id: 'enti_1' as EntityId,
      organisation_id: 'orgn_1' as OrganisationId,
      country_code: country,
      is_default: true,
      active: true,
      closed_through: null,
      ...party,
      name: sample.seller ?? party.name,
    },
    buyer: {
      name: sample.buyer ?? (country === 'MX' ? 'ESCUELA KEMPER URGATE' : 'Nordwind Energie AG'),
      country_code: country === 'MX' ? 'MX' : 'DE',
      tax_id: country === 'MX' ? 'EKU9003173C9' : null,
      postal_code: country === 'MX' ? '42501' : '20095',
      details: country === 'MX' ? BUYER_DETAILS.mx : BUYER_DETAILS.network,
    },
    issueDate: asDay('2026-03-10'),
    dueDate: asDay('2026-04-09'),
    currency,
    exchangeRate: currency === party.currency ? null : decimal('17.2345'),
    exchangeRateSource: currency === party.currency ? null : 'Banxico FIX',
    countryDetails: country === 'MX' ? MX_HEADER : NETWORK_HEADER,
    lines,
    breakdown,
    subtotal,
    tax,
    total: amount(subtotal.minor + tax.minor, currency),
  };
};

const MX_HEADER = { cfdi_type: 'I', payment_method: 'PPD', payment_form: '99', cfdi_use: 'G03' };
const NETWORK_HEADER = {
  buyer_reference: 'PO-2026-118',
  payment_means_code: '58',
  bank_account_number: 'DE89370400440532013000',
  bank_name: 'Brückner Werkzeugbau GmbH',
  bank_routing_number: 'COBADEFFXXX',
};

export const UUID = '5803EB8D-81CD-4557-8719-26632D2FA434';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A certificate of nobody: printing verifies no seal. */
export const SIGNER: Signer = {
  certificateNumber: '30001000000500003416',
  certificate: 'MIIF',
  taxId: 'PRO840423SG8',
  validFrom: new Date('2025-01-01T00:00:00Z'),
  validTo: new Date('2029-01-01T00:00:00Z'),
  sandbox: true,
  sign: (text) => sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64'),
};

export const stamped = (sealed: BuiltDocument): Buffer =>
  appendStamp(sealed.bytes, {
    version: '1.1',
    uuid: UUID,
    stampedAt: '2026-03-10T10:23:05',
    providerRfc: 'SPR190613I52',
    legend: null,
    cfdiSeal: sealed.seal ?? '',
    satCertificateNumber: '30001000000400002495',
    satSeal: SIGNER.sign(UUID),
  });

/** What the authority or the network would have taken. */
export const filedXml = (document: InvoiceDocument, series: string, number: string): Buffer => {
  const regime = regimeOf(document.seller.country_code);
  const built = regime.build(document, { series, number, issuedAt: new Date('2026-03-10T16:22:31Z') });
  return regime.seal === undefined ? built.bytes : stamped(regime.seal(built, SIGNER));
};

export const filedOf = (country: SampleCountry, sample: Sample = {}): FiledInvoice => {
  const document = documentOf(country, sample);
  const folio = sample.folio ?? 'F-12';
  const [series = '', number = ''] = folio.split('-');
  return {
    document,
    folio,
    filedAt: new Date('2026-03-10T16:23:05Z'),
    sandbox: sample.sandbox ?? false,
    xml: filedXml(document, series, number),
  };
};
