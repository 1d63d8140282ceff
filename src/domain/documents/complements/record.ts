// A payment complement as the books hold it.
import type { Row } from '../../../db/schema.ts';
import type { InvoiceCustomer } from '../invoices/record.ts';

export type ComplementHeader = Omit<Row<'complement'>, 'entity_id'>;

export interface ComplementRecord {
  readonly header: ComplementHeader;
  readonly customer: InvoiceCustomer;
}

type State = Pick<ComplementHeader, 'status' | 'filing_status'>;

/** The authority may have it at any moment: nothing of it changes meanwhile. */
export const isBeingFiled = ({ status, filing_status }: State): boolean =>
  status === 'draft' && (filing_status === 'pending' || filing_status === 'unclear');
