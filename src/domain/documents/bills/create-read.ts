// A bill that was read from a document: it waits in the inbox, and nothing is posted until somebody books it.
import type { Raises } from '../../../base/raises.ts';
import { decimal, isZero, roundHalfUp, toText, ZERO } from '../../../base/money/decimal.ts';
import { regimeOf } from '../../../einvoicing/index.ts';
import type { WriteScope } from '../../ground/change/scope.ts';
import { rateIfKnown } from '../../money/exchange-rates/latest-rate.ts';
import { balanceOf } from '../shared/settle.ts';
import { uniqueUuid } from '../shared/uuid.ts';
import { storeBill } from './create.ts';
import type { BookableDocument } from './from-reading.ts';
import { numberColumns } from './number.ts';
import { newDeductibility, NOT_CHECKED, rateColumns } from './plan.ts';
import type { BillRecord, BillSupplier } from './record.ts';

export interface ReadBill {
  readonly document: BookableDocument;
  readonly supplier: BillSupplier;
  readonly source_document_id: string | null;
  /** When the document arrived. */
  readonly received_at: string | null;
  /** There is one with its number: it waits beside that one, and a person says whether it is another. */
  readonly repeats?: boolean;
}

const STATUS = 'inbox';

/** Throws `UuidTaken` where a bill in the books has its UUID. */
export const createReadBill = async (
  ctx: WriteScope & Raises<'bill_duplicate'>,
  { document, supplier, source_document_id, received_at, repeats = false }: ReadBill,
): Promise<BillRecord> => {
  const { content, lines, kind: _kind, due_minor, exchange_rate: _rate, ...columns } = document;
  const figures = { status: STATUS, total_minor: due_minor, paid_minor: 0, credited_minor: 0 } as const;
  const header = {
    ...columns,
    ...figures,
    ...(await rateOf(ctx, document)),
    counterparty_id: supplier.id,
    ...numberColumns(document),
    ...(repeats ? { number_unique: null } : {}),
    uuid_unique: uniqueUuid(document.uuid),
    title: null,
    balance_minor: balanceOf(figures),
    open: false,
    presettled_minor: 0,
    closed_on: null,
    received_at,
    source_document_id,
    content,
    deductibility: newDeductibility(ctx.entity),
    validation: { ...NOT_CHECKED },
    notes: null,
    external_id: null,
  };
  return storeBill(ctx, { header, lines, supplier }, []);
};

/** The document's own where it is to the company's currency, as in Mexico; else the rate of its day. */
const rateOf = async (
  ctx: WriteScope,
  { currency, exchange_rate, issue_date }: BookableDocument,
): Promise<ReturnType<typeof rateColumns>> => {
  const { entity } = ctx;
  if (currency === entity.currency) return rateColumns({ entity, rate: null });
  const places = regimeOf(entity.country_code).exchangeRateDecimals;
  const own = exchange_rate === null ? ZERO : roundHalfUp(decimal(exchange_rate), places);
  // One that is nothing in the decimals that are kept is none.
  if (isZero(own)) return rateColumns({ entity, rate: await rateIfKnown(ctx, currency, issue_date) });
  return {
    exchange_rate: toText(own),
    exchange_rate_date: issue_date,
    exchange_rate_source: 'document',
  };
};
