// What makes up a year of books of a demo company. Days count back from the day on which the demo was made.
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import type { BillStatus, InvoiceLineInput, TaskPriority } from '../../../../generated/types.ts';
import type { IsoDay } from '../../../base/time/day.ts';
import type { NewAccount } from '../../../domain/money/bank-accounts/create.ts';
import type { DemoParty } from '../companies.ts';
import type { PlannedPaper } from '../papers/paper.ts';

/** A number that changes with each document: the newest has `from`, an older one a step more, from the start again at `wrap`. */
export interface Counted {
  readonly from: number;
  readonly step: number;
  readonly wrap?: number;
}

export type Count = number | Counted;

/** A line of an invoice: an item of the year, and what is said otherwise. */
export interface PlannedLine {
  readonly item: string;
  /** One, if nothing is said. */
  readonly quantity?: Count;
  readonly unit_price?: Count;
  readonly description?: string;
  /** Off the line. */
  readonly percent?: number;
}

/** Documents that recur; `k` is 0 for the newest. */
interface Recurring {
  /** External id of the counterparty. */
  readonly party: string;
  readonly title: string;
  /** Days ago of the newest, and days between two of them. */
  readonly newest: number;
  readonly every: number;
  /** Days until due. */
  readonly terms: number;
  /** Days after the issue date at which it is usually paid. */
  readonly paid_after: number;
  /** Those that nobody has paid, and those of which half is paid. */
  readonly unpaid?: readonly number[];
  readonly half?: readonly number[];
  /** What the payer writes; without it a text that names the document. */
  readonly payer_writes?: string;
}

export interface Sale extends Recurring {
  readonly currency?: 'USD';
  readonly lines: readonly PlannedLine[];
}

export interface Purchase extends Recurring {
  readonly number: Counted & { readonly prefix?: string };
  readonly net: Count;
  readonly tax_percent?: number;
  /** Where it is not validated. */
  readonly status?: Readonly<Record<number, BillStatus>>;
}

/** A movement on an account that no document of the plan explains. */
export interface OtherMove {
  readonly account: number;
  readonly days_ago: number;
  /** Major units with two decimals; negative for money out. */
  readonly amount: string;
  readonly text: string;
  readonly party?: string;
}

/** A line of a statement. */
export interface Move {
  readonly day: IsoDay;
  readonly minor: number;
  readonly text: string;
  readonly reference: string;
  readonly party: string | null;
  /** CLABE or IBAN of the other side. */
  readonly party_account: string | null;
  readonly balance_minor: number;
}

export interface DemoAccount extends NewAccount {
  readonly opening_minor: number;
  /** Whose layout its statements have. */
  readonly bank: 'bbva' | 'banorte' | 'camt' | 'mt940';
}

export type Draft = Omit<
  CreateInvoiceParams,
  'counterparty_id' | 'counterparty_name' | 'title' | 'line_items'
> & {
  readonly party: string;
  readonly title: string;
  readonly line_items: readonly PlannedLine[];
};

/** Invoices of today, which go the whole way. */
export interface Live {
  /** Filed, and then half of it is paid. */
  readonly half_paid: Draft;
  /** Filed, and then some of its first line comes back. */
  readonly credited: { readonly draft: Draft; readonly returned: number };
  readonly waiting: Draft;
  readonly refused: { readonly draft: Draft; readonly reason: string };
}

export interface DemoTask {
  readonly title: string;
  readonly description: string;
  readonly priority: TaskPriority;
  /** From today on; negative is overdue. */
  readonly due_in: number;
  readonly assigned_to: string | null;
  /** External id of the counterparty. */
  readonly about: string;
  readonly done?: true;
}

export interface YearPlan {
  /** Of what states none. */
  readonly tax_percent: number;
  /** Those that come with the year. */
  readonly counterparties: readonly DemoParty[];
  /** CLABE or IBAN from which counterparties pay, by external id. */
  readonly pay_from: Readonly<Record<string, string>>;
  readonly accounts: readonly [DemoAccount, DemoAccount];
  /** Series of invoices of the earlier system. */
  readonly series: string;
  readonly items: Readonly<Record<string, Omit<InvoiceLineInput, 'quantity'>>>;
  readonly sales: readonly Sale[];
  readonly purchases: readonly Purchase[];
  readonly moves: readonly OtherMove[];
  /** Texts of lines that settle no document. */
  readonly no_match: string;
  readonly live: Live;
  readonly tasks: readonly DemoTask[];
  /** What suppliers sent, in the order in which it came. */
  readonly received: readonly PlannedPaper[];
}

/** The plan beside the counterparties that the demo has from the beginning. */
export interface DemoYear extends YearPlan {
  readonly known: readonly DemoParty[];
}
