// The readable PDF of a filed document: rendered once, then kept beside the XML.
import { filedDocument, keepDocument } from '../store/documents.ts';
import type { ReadScope } from '../../change/scope.ts';
import { type Books, newAct, SYSTEM } from '../../change/change.ts';
import { loadFiled, type Filed } from './load.ts';
import type { PrintInvoice } from './printer.ts';

export const PDF_MEDIA_TYPE = 'application/pdf';

const printed = (print: PrintInvoice, { document, folio, filedAt, sandbox, xml }: Filed): Promise<Buffer> =>
  print({ document, folio, filedAt, sandbox, xml: xml.bytes });

/** The stored PDF, or a new one; undefined if the service has not filed the document. */
export const readPdf = async (
  print: PrintInvoice,
  ctx: ReadScope,
  id: string,
): Promise<Buffer | undefined> => {
  const kept = await filedDocument(ctx, id, 'pdf');
  if (kept !== undefined) return kept.bytes;
  const filed = await loadFiled(ctx, id);
  return filed === undefined ? undefined : printed(print, filed);
};

/** Stores the PDF, so that later requests get the same bytes as the buyer. */
export const keepPdf = async (
  print: PrintInvoice,
  { books, ...ctx }: ReadScope & { readonly books: Books },
  filed: Filed,
): Promise<Buffer> => {
  const { id, kind } = filed.filed;
  const kept = await filedDocument(ctx, id, 'pdf');
  if (kept !== undefined) return kept.bytes;
  const bytes = await printed(print, filed);
  const act = newAct(SYSTEM, `${kind.noun} deliver`, id, ctx.now);
  await books.change(ctx.entity, act, (writing) =>
    keepDocument(writing, id, { kind: 'pdf', media_type: PDF_MEDIA_TYPE, bytes }),
  );
  // If another instance was first, its bytes are kept.
  return (await filedDocument(ctx, id, 'pdf'))?.bytes ?? bytes;
};
