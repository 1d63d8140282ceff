// Draws what was composed. Loads nothing but what drawing needs, because a thread starts with it.
import { attachXml } from './embed.ts';
import type { Printed } from './printed.ts';
import { renderInvoicePdf } from './render.ts';

/** Equal input gives equal bytes. */
export const draw = ({ pages, embedded }: Printed): Promise<Buffer> =>
  renderInvoicePdf(pages, embedded === null ? undefined : attachXml(embedded));
