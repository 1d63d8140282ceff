// An invoice as a person reads it: every word and figure as it will stand on paper. Plain data, so that what is printed
// can be tested without reading a PDF, and so that drawing knows nothing of countries.

import type { Writing } from '../../generated/countries.ts';

export interface PrintedFact {
  readonly label: string;
  readonly value: string;
}

export interface PrintedParty {
  readonly heading: string;
  readonly name: string;
  readonly lines: readonly string[];
}

export interface PrintedColumn {
  readonly heading: string;
  /** One column of a table is given the room that the others leave. */
  readonly grows: boolean;
  readonly align: 'left' | 'right';
}

export interface PrintedRow {
  readonly cells: readonly string[];
  /** Small print below the growing cell: codes, the tax of the line, why there is none. */
  readonly detail: string | null;
}

export interface PrintedTable {
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly PrintedRow[];
}

export interface PrintedSection {
  readonly heading: string;
  readonly facts: readonly PrintedFact[];
}

/** What an authority's stamp adds: a code to scan, and the seals in full. */
export interface PrintedStamp {
  readonly heading: string;
  /** The address behind the code. */
  readonly qr: string;
  readonly caption: string;
  readonly facts: readonly PrintedFact[];
  readonly seals: readonly PrintedFact[];
}

export interface PrintedInvoice {
  readonly page: Writing['page'];
  /** BCP 47, for readers that speak. */
  readonly language: string;
  /** When it was filed. The file says that it was made then, so that equal invoices are equal bytes. */
  readonly createdAt: Date;
  readonly title: string;
  readonly number: string;
  /** What kind of paper this is, such as a print of a CFDI. */
  readonly subtitle: string | null;
  /** Stands across every page when the invoice counts nowhere. */
  readonly sandbox: string | null;
  readonly seller: PrintedParty;
  readonly buyer: PrintedParty;
  readonly facts: readonly PrintedFact[];
  readonly lines: PrintedTable;
  readonly taxHeading: string;
  readonly taxes: PrintedTable;
  readonly totals: readonly PrintedFact[];
  readonly grandTotal: PrintedFact;
  /** The total in words, where custom asks for it. */
  readonly inWords: string | null;
  readonly sections: readonly PrintedSection[];
  /** Whole sentences: why no tax is charged, what is due later, what the seller says besides. */
  readonly remarks: readonly string[];
  readonly stamp: PrintedStamp | null;
  /** Said when letters of a name could not be printed. */
  readonly unprintable: string;
  /** At the foot of each page. */
  readonly legend: string;
  /** With {page} and {pages}. */
  readonly pageNumber: string;
}
