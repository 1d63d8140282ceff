// What every statement format is read into, whatever the bank.
import type { RejectedRow } from '../../imports/outcome.ts';
import type { IsoDay } from '../../time/day.ts';
import type { BankAccountRecord } from '../accounts/account.ts';
import type { StatementFile } from './file.ts';

/** One movement of the account. */
export interface StatementLine {
  /** Where it stands in the file, from 1. */
  readonly line: number;
  /** Which data row it is, from 1. */
  readonly row: number;
  readonly date: IsoDay;
  /** Above zero for money in, below for money out. */
  readonly signed_minor: number;
  readonly description: string;
  readonly reference: string | null;
  readonly counterparty: string | null;
  /** The account's balance after it, where the file says so. */
  readonly balance_minor: number | null;
}

export interface ReadStatement {
  /** The format's name and, where it was worked out, how it was read. */
  readonly format: string;
  /** Data rows, the rejected ones too. */
  readonly rows: number;
  readonly lines: readonly StatementLine[];
  readonly rejected: readonly RejectedRow[];
}

export interface ReadOptions {
  readonly account: Pick<BankAccountRecord, 'currency' | 'clabe' | 'iban' | 'name'>;
  /** Field to heading, for files whose headings are not known. */
  readonly columns: ReadonlyMap<string, string>;
  readonly date_order: DateOrder | null;
  readonly decimal: DecimalSign | null;
}

export type DateOrder = 'dmy' | 'mdy' | 'ymd';
export type DecimalSign = 'comma' | 'point';

/** A format that statements come in. A file of none of them is refused. */
export interface StatementFormat {
  readonly name: string;
  /** Whether the file looks like one; the first format that says so reads it. */
  readonly recognises: (file: StatementFile) => boolean;
  /** Throws a Refusal for a file that must not be read any further, naming line and reason. */
  readonly read: (file: StatementFile, options: ReadOptions) => ReadStatement;
}
