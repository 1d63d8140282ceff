// Values for the sandbox, for somebody who has no company or customer at hand: the SAT's test taxpayers, and fictitious
// German companies with valid check digits.
export interface SampleParty {
  readonly name: string;
  readonly postal_code: string;
  readonly details: Readonly<Record<string, string>>;
}

export interface Sample {
  readonly company: SampleParty & { readonly tax_id?: string };
  readonly customer: SampleParty & { readonly email: string };
  readonly line: { readonly description: string; readonly unit_price: number };
  /** What an invoice states beside its lines. */
  readonly invoice?: Readonly<Record<string, string>>;
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  MX: {
    company: {
      name: 'ESCUELA KEMPER URGATE',
      tax_id: 'EKU9003173C9',
      postal_code: '42501',
      details: { fiscal_regime_code: '601' },
    },
    customer: {
      name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
      postal_code: '86991',
      email: 'compras@robotica.example',
      details: { rfc: 'URE180429TM6', fiscal_regime_code: '601' },
    },
    line: { description: 'Consultoría', unit_price: 1000 },
  },
  DE: {
    company: {
      name: 'Lindenhof Beratung GmbH',
      postal_code: '20457',
      details: {
        vat_id: 'DE312847567',
        street: 'Am Sandtorkai 50',
        city: 'Hamburg',
        contact_name: 'Buchhaltung',
        contact_email: 'rechnung@lindenhof.example',
        contact_phone: '+49 40 555 01 10',
      },
    },
    customer: {
      name: 'Stadtwerke Weilburg AG',
      postal_code: '35781',
      email: 'rechnungseingang@stadtwerke-weilburg.example',
      details: { vat_id: 'DE271639485', street: 'Bahnhofstraße 4', city: 'Weilburg' },
    },
    line: { description: 'Beratung', unit_price: 1000 },
    invoice: {
      buyer_reference: 'Einkauf',
      payment_means_code: '58',
      bank_account_number: 'DE89370400440532013000',
    },
  },
};

/** Of a page that is asked for with `sample`; undefined otherwise, and for countries without one. */
export const sampleOf = (url: URL, country: string): Sample | undefined =>
  url.searchParams.has('sample') ? SAMPLES[country] : undefined;

export const hasSample = (country: string): boolean => Object.hasOwn(SAMPLES, country);
