import { createHash } from 'node:crypto';
import { SERVICE } from '../../../generated/service.ts';
import { PDF_MEDIA_TYPE, readPdf } from '../../domain/filing/delivery/pdf.ts';
import { loadFilable } from '../../domain/filing/filable.ts';
import { filedDocument, filedXml } from '../../domain/filing/store/documents.ts';
import { handler } from '../handler.ts';

export const get_document = handler('get_document', async (ctx, { record_id, format }) => {
  const path = 'record_id';
  const document = await loadFilable(ctx, record_id);
  if (document === undefined) throw ctx.error('document_not_found', { path, received: record_id });
  const bytes =
    format === 'pdf' ? await readPdf(ctx.print, ctx, record_id) : (await filedXml(ctx, record_id))?.bytes;
  if (bytes === undefined)
    throw (await filedDocument(ctx, record_id, 'xml')) === undefined
      ? ctx.error('document_not_filed', { path, record_id })
      : ctx.error('document_is_pdf', { path: 'format', record_id });
  const size = bytes.length;
  if (size > SERVICE.limits.document_bytes) throw ctx.error('document_too_large', { path, size });
  const name = `${document.folio ?? record_id}.${format}`;
  const encoding = format === 'pdf' ? 'base64' : 'text';
  return {
    object: 'document',
    record_id,
    format,
    name,
    uri: `folio://documents/${record_id}.${format}`,
    mime_type: format === 'pdf' ? PDF_MEDIA_TYPE : 'application/xml',
    size,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    encoding,
    content: bytes.toString(format === 'pdf' ? 'base64' : 'utf8'),
  };
});
