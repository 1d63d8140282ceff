// What every statement format is read into, whatever the bank.
import type { StatementDateOrder, StatementDecimal, StatementSign } from '../../../../generated/types.ts';
import type { RejectedRow } from '../../../base/input-file.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { BankAccountRecord } from '../../money/bank-accounts/store.ts';
import type { Asker } from './advice.ts';
import type { BalanceSaying } from './balance-words.ts';
import type { StatementFile } from './file.ts';
import type { LeftOutRow } from './report.ts';

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
  /** The other party's IBAN, CLABE or account number. */
  readonly party_account: string | null;
  /** The other party's RFC or VAT id. */
  readonly party_tax_id: string | null;
  /** The account's balance after it, where the file says so. */
  readonly balance_minor: number | null;
  /** The number that the bank gives the movement once and for all; the same in every file that shows it. */
  readonly serial: string | null;
  /** Description and reference by which other files know it, where more than these was read of it. */
  readonly known_as?: KnownAs;
  /** What was booked in one sum, where the statement says so: together they make the amount. */
  readonly parts?: readonly LinePart[];
}

/** One payment of several, or what the bank charged for them. */
export interface LinePart extends Pick<
  StatementLine,
  'signed_minor' | 'description' | 'reference' | 'counterparty' | 'party_account' | 'party_tax_id'
> {
  readonly kind: 'payment' | 'charge';
}

/** A row as a format reads it: it may turn out to be no movement. */
export interface ReadLine extends StatementLine {
  /** What the bank took for it, as a column of fees has it; and what was left, where a column tells that too. */
  readonly fee_minor?: number;
  readonly net_minor?: number | null;
  /** What the row is called, where that may be a balance; else its description says it. */
  readonly says?: BalanceSaying | null;
}

export type KnownAs = Pick<StatementLine, 'description' | 'reference'>;

export interface ReadStatement {
  /** The format's name; of a CSV file, the bank's whose layout it has. */
  readonly format: string;
  /** Data rows: the lines, those left out and the rejected ones. */
  readonly rows: number;
  readonly lines: readonly StatementLine[];
  /** Rows that are no movements. */
  readonly left_out: readonly LeftOutRow[];
  readonly rejected: readonly RejectedRow[];
  /** Where the balances that the file declares do not fit its movements. */
  readonly gaps: readonly RejectedRow[];
  /** As the file declares them; null where it does not. */
  readonly opening_minor: number | null;
  readonly closing_minor: number | null;
  /** Sentences on what was left out, taken for granted or could not be checked. */
  readonly warnings: readonly string[];
  /** How the columns were read, if the user said so: worth remembering for the next file with these headings. */
  readonly layout?: RememberedLayout;
}

/** What a format makes of a file, before rows that are no movements are sorted out of its lines. */
export interface FormatRows extends Omit<ReadStatement, 'rows' | 'lines'> {
  readonly lines: readonly ReadLine[];
  /** Of rows that were left out already: first and last balance of the account. */
  readonly balances?: readonly NamedBalance[];
}

export interface NamedBalance {
  readonly line: number;
  readonly kind: BalanceSaying['kind'];
  readonly minor: number;
}

/** How the user had a file read, and for which headings that holds. */
export interface RememberedLayout {
  /** Hex SHA-256 of the headings. */
  readonly headings_hash: string;
  readonly columns: ReadonlyMap<string, string>;
  readonly date_order: DateOrder | null;
  readonly decimal: DecimalSign | null;
  readonly sign: StatementSign | null;
}

/** The account that a file is read into; what the file says of its owner must fit. */
export type StatementAccount = Pick<
  BankAccountRecord,
  'id' | 'currency' | 'clabe' | 'iban' | 'name' | 'account_number_masked' | 'account_type'
>;

export interface ReadOptions {
  readonly account: StatementAccount;
  /** The company's other accounts: a file that names one of them is in the wrong place. */
  readonly other_accounts: readonly StatementAccount[];
  /** The company's own tax id, which is nobody else's. */
  readonly own_tax_id: string | null;
  /** Field to heading or to `#` and the number of the column, for files whose headings are not known. */
  readonly columns: ReadonlyMap<string, string>;
  readonly date_order: DateOrder | null;
  readonly decimal: DecimalSign | null;
  /** Whether the bank writes money that goes out as positive. */
  readonly sign: StatementSign | null;
  /** Who is to be told what to do about the file. */
  readonly asked_by: Asker;
  /** What was said at earlier imports into this account. */
  readonly remembered: readonly RememberedLayout[];
}

export type DateOrder = StatementDateOrder;
export type DecimalSign = StatementDecimal;

/** A format that statements come in. A file of none of them is refused. */
export interface StatementFormat {
  readonly name: string;
  /** Whether the file looks like one; the first format that says so reads it. */
  readonly recognises: (file: StatementFile) => boolean;
  /** Throws a Refusal for a file that must not be read any further, naming line and reason. */
  readonly read: (file: StatementFile, options: ReadOptions) => FormatRows;
}
