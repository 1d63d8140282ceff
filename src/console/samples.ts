// Values for somebody who has no company or customer at hand (`spec/vocabulary/samples.yaml`).
import { SAMPLES } from '../../generated/vocabulary/samples.ts';

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

const BY_COUNTRY: Readonly<Record<string, Sample>> = SAMPLES;

/** Of a page that is asked for with `sample`; undefined otherwise, and for countries without one. */
export const sampleOf = (url: URL, country: string): Sample | undefined =>
  url.searchParams.has('sample') ? BY_COUNTRY[country] : undefined;

export const hasSample = (country: string): boolean => Object.hasOwn(BY_COUNTRY, country);
