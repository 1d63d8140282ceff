// An invoice as it will be printed: every text and figure, formatted. Plain data, so that content can be tested
// without reading a PDF, and drawing needs no knowledge of countries.

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
  /** The column that takes the remaining width. */
  readonly grows: boolean;
  readonly align: 'left' | 'right';
}

export interface PrintedRow {
  readonly cells: readonly string[];
  /** Small print below the growing cell: codes, the line's tax, reason for exemption. */
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

/** The same invoice for programs, inside the PDF. */
export interface EmbeddedXml {
  readonly xml: string;
  readonly modifiedDate: Date;
}

/** All that is needed to draw a document, as plain data, which a thread can be sent. */
export interface Printed {
  readonly pages: PrintedInvoice;
  readonly embedded: EmbeddedXml | null;
}

/** A table with what concerns all its rows. */
export interface PrintedBlock {
  readonly heading: string | null;
  readonly facts: readonly PrintedFact[];
  readonly table: PrintedTable;
}

/** The authority's stamp: a QR code and the full seals. */
export interface PrintedStamp {
  readonly heading: string;
  /** The URL in the QR code. */
  readonly qr: string;
  readonly caption: string;
  readonly facts: readonly PrintedFact[];
  readonly seals: readonly PrintedFact[];
}

export interface PrintedInvoice {
  readonly page: Writing['page'];
  /** BCP 47, for screen readers. */
  readonly language: string;
  /** The filing time, also used as the PDF's creation date, so that equal invoices give equal bytes. */
  readonly createdAt: Date;
  readonly title: string;
  readonly number: string;
  /** The kind of document, such as a print of a CFDI. */
  readonly subtitle: string | null;
  /** What the document is about, in the seller's words; above the lines. */
  readonly subject: string | null;
  /** Watermark on every page of a document without legal effect. */
  readonly sandbox: string | null;
  readonly seller: PrintedParty;
  readonly buyer: PrintedParty;
  readonly facts: readonly PrintedFact[];
  /** The lines; a payment complement has a block for each payment. */
  readonly blocks: readonly PrintedBlock[];
  readonly taxHeading: string;
  readonly taxes: PrintedTable;
  readonly totals: readonly PrintedFact[];
  readonly grandTotal: PrintedFact;
  /** The total in words, where it is customary. */
  readonly inWords: string | null;
  readonly sections: readonly PrintedSection[];
  /** Full sentences: tax exemptions, amounts due later, the seller's notes. */
  readonly remarks: readonly string[];
  readonly stamp: PrintedStamp | null;
  /** Shown when some characters are printed by their numbers. */
  readonly unprintable: string;
  /** Footer of each page. */
  readonly legend: string;
  /** With the placeholders {page} and {pages}: it goes to another thread, which takes no functions. */
  readonly pageNumber: string;
}
