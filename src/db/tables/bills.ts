// Bills of suppliers.
import type { Generated } from 'kysely';
import type { Day, DecimalText, Flag, Instant, Json } from './columns.ts';

export type StoredBillStatus = 'inbox' | 'received' | 'validated' | 'rejected' | 'reversed';

export interface BillTable {
  entity_id: string;
  id: string;
  counterparty_id: string;
  status: StoredBillStatus;
  bill_number: string | null;
  series: string | null;
  /** Series and number as one text, upper case without blanks: what must be unique per supplier. Null once rejected. */
  number_unique: string | null;
  uuid: string | null;
  title: string | null;
  issue_date: Day;
  due_date: Day;
  currency: string;
  exchange_rate: DecimalText | null;
  exchange_rate_date: Day | null;
  exchange_rate_source: string | null;
  subtotal_minor: number;
  tax_minor: number;
  total_minor: number;
  paid_minor: Generated<number>;
  credited_minor: Generated<number>;
  /** Negative when overpaid. */
  balance_minor: number;
  /** 1 while received or validated with a balance above zero. */
  open: Flag;
  presettled_minor: Generated<number>;
  closed_on: Generated<Day | null>;
  /** Null outside Mexico. */
  deductibility: string | null;
  validation: Json<Record<string, unknown>>;
  notes: string | null;
  external_id: string | null;
  /** Of the import row that made it or changed it last; null for what came another way. */
  import_hash: Generated<string | null>;
  /** `version` after that import: another one says that the books have changed it since. */
  import_version: Generated<number | null>;
  version: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
}

export interface BillLineTable {
  entity_id: string;
  bill_id: string;
  /** 1-based. */
  position: number;
  description: string;
  quantity: DecimalText;
  unit_price: DecimalText;
  subtotal: DecimalText;
  tax_amount: DecimalText;
}
