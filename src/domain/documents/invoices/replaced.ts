// The invoice that another one replaces: one at a time may take its place.
import type { WriteScope } from '../../ground/change/scope.ts';
import type { FilingObstacle } from '../shared/filable.ts';
import { storedFiling } from '../shared/filing.ts';
import type { InvoiceHeader } from './record.ts';
import { loadInvoice } from './store.ts';
import { lockInvoice, writeFiling } from './write-filing.ts';

/** The filed invoice whose place it takes. */
export const replacedBy = ({ content }: Pick<InvoiceHeader, 'content'>): string | null =>
  content?.relations.find(({ type }) => type === '04')?.record_id ?? null;

/** Whether the invoice that this one replaces counts no more, or another one is about to replace it. */
export const findGone = async (ctx: WriteScope, header: InvoiceHeader): Promise<FilingObstacle | null> => {
  const replaced = replacedBy(header);
  const earlier = replaced === null ? undefined : (await lockInvoice(ctx, replaced))?.header;
  if (earlier === undefined) return null;
  const counts = earlier.status === 'filed' && earlier.closed_on === null;
  if (counts && !(await isBeingReplaced(ctx, earlier, header.id))) return null;
  return {
    code: 'already_replaced',
    path: 'replaces_invoice_id',
    message: `The invoice ${earlier.id} that this one replaces counts no more: it was cancelled, reversed or replaced.`,
    fix: 'An administrator takes replaces_invoice_id away with "invoice update", or discards this draft.',
  };
};

/** By another invoice, whose outcome may still be open. */
const isBeingReplaced = async (ctx: WriteScope, earlier: InvoiceHeader, id: string): Promise<boolean> => {
  const { replaced_by: other } = storedFiling(earlier);
  if (other === undefined || other === null || other === id) return false;
  const found = (await loadInvoice(ctx, other))?.header;
  return found !== undefined && ['pending', 'unclear', 'filed'].includes(found.filing_status);
};

/** Keeps others from replacing the same invoice while the outcome is open. */
export const claimReplaced = async (ctx: WriteScope, header: InvoiceHeader): Promise<void> => {
  const replaced = replacedBy(header);
  const earlier = replaced === null ? undefined : await lockInvoice(ctx, replaced);
  if (earlier !== undefined) await writeFiling(ctx, earlier.header, { filing: { replaced_by: header.id } });
};
