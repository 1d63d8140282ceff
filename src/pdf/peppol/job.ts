// What the parts of a printed Peppol invoice share.
import type { CountryData } from '../../../generated/countries.ts';
import type { invoicePrintWords } from '../../../generated/texts/invoice-print.ts';
import type { Locale } from '../../base/locale.ts';
import type { InvoiceDocument } from '../../einvoicing/regime.ts';
import type { PrintedFact } from '../printed.ts';
import type { UblFacts } from './read.ts';

export interface Job {
  readonly document: InvoiceDocument;
  readonly folio: string;
  readonly locale: Locale;
  readonly words: ReturnType<typeof invoicePrintWords>;
  readonly data: CountryData;
  /** As printed on documents. */
  readonly taxName: string;
  readonly ubl: UblFacts;
}

type Text = string | number | null | undefined;

const isAbsent = (value: Text): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

/** Absent values take no space. */
export const present = (label: string, value: Text): readonly PrintedFact[] =>
  isAbsent(value) ? [] : [{ label, value: String(value) }];

export const labelled = (label: string, value: Text): readonly string[] =>
  isAbsent(value) ? [] : [`${label}: ${value}`];

export const filled = (...parts: readonly (string | null | undefined)[]): readonly string[] =>
  parts.filter((part): part is string => !isAbsent(part));
