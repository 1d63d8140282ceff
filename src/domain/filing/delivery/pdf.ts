// The readable PDF of a filed document: rendered once, then kept beside the XML.
import { pause } from '../../../base/load/turns.ts';
import { filedDocument, keepDocument } from '../store/documents.ts';
import { type BuiltDocument, XML_MEDIA_TYPE } from '../../../einvoicing/filing.ts';
import type { Filable } from '../../documents/shared/filable.ts';
import type { ReadScope } from '../../ground/change/scope.ts';
import { type Books, newAct, SYSTEM } from '../../ground/change/change.ts';
import { loadFilable } from '../filable.ts';
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

/** Stands for the number, which is given when it is filed. */
const NO_NUMBER = '0';

/** A draft that could be sent as it is; undefined for what is no draft, or still has errors. */
const sendable = async (ctx: ReadScope, id: string): Promise<Filable | undefined> => {
  const draft = await loadFilable(ctx, id);
  if (draft?.status !== 'draft') return undefined;
  await draft.prepare();
  return draft.issues().every(({ severity }) => severity !== 'error') ? draft : undefined;
};

/** Its file as it would be sent: dates as they stand, no number, no stamp. */
const buildPreview = (
  ctx: ReadScope,
  { numbering: series, number, build }: Filable,
): Promise<BuiltDocument> => build(ctx, { series, number: number ?? NO_NUMBER });

/** What the file of a draft says; undefined where there is none to send, or a PDF alone. */
export const previewFile = async (ctx: ReadScope, id: string): Promise<BuiltDocument | undefined> => {
  const draft = await sendable(ctx, id);
  const built = draft && (await buildPreview(ctx, draft));
  return built?.mediaType === XML_MEDIA_TYPE ? built : undefined;
};

/** The same for people to read, marked as a draft. */
export const previewPdf = async (
  print: PrintInvoice,
  ctx: ReadScope,
  id: string,
): Promise<Buffer | undefined> => {
  const draft = await sendable(ctx, id);
  if (draft === undefined) return undefined;
  const { numbering: series, number } = draft;
  const built = await buildPreview(ctx, draft);
  await pause();
  return print({
    document: draft.document(),
    folio: number === null ? `${series} …` : `${series}-${number}`,
    filedAt: ctx.now,
    sandbox: false,
    draft: true,
    xml: built.bytes,
  });
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
