import { createHash } from 'node:crypto';
import { SERVICE } from '../../../generated/service.ts';
import { PDF_MEDIA_TYPE, readPdf } from '../../domain/filing/delivery/pdf.ts';
import { ACUSE_MEDIA_TYPE, readAcuse } from '../../domain/filing/cancellation/acuse.ts';
import { loadFilable } from '../../domain/filing/filable.ts';
import { filedDocument, filedXml } from '../../domain/filing/store/documents.ts';
import { handler } from '../handler.ts';

const FILES = {
  xml: { ending: 'xml', mime_type: 'application/xml', encoding: 'text' },
  pdf: { ending: 'pdf', mime_type: PDF_MEDIA_TYPE, encoding: 'base64' },
  acuse: { ending: 'acuse.xml', mime_type: ACUSE_MEDIA_TYPE, encoding: 'text' },
} as const;

export const get_document = handler('get_document', async (ctx, { record_id, format }) => {
  const path = 'record_id';
  const document = await loadFilable(ctx, record_id);
  if (document === undefined) throw ctx.error('document_not_found', { path, received: record_id });
  if (format === 'acuse' && document.status === 'draft')
    throw ctx.error('document_not_filed', { path, record_id });
  const bytes = await {
    xml: async () => (await filedXml(ctx, record_id))?.bytes,
    pdf: () => readPdf(ctx.print, ctx, record_id),
    acuse: () => readAcuse(ctx, document),
  }[format]();
  if (bytes === undefined) {
    if (format === 'acuse') throw ctx.error('document_not_acknowledged', { path, record_id });
    throw (await filedDocument(ctx, record_id, 'xml')) === undefined
      ? ctx.error('document_not_filed', { path, record_id })
      : ctx.error('document_is_pdf', { path: 'format', record_id });
  }
  const size = bytes.length;
  if (size > SERVICE.limits.document_bytes) throw ctx.error('document_too_large', { path, size });
  const { ending, mime_type, encoding } = FILES[format];
  const name = `${document.folio ?? record_id}.${ending}`;
  return {
    object: 'document',
    record_id,
    format,
    name,
    uri: `folio://documents/${record_id}.${ending}`,
    mime_type,
    size,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    encoding,
    content: bytes.toString(encoding === 'base64' ? 'base64' : 'utf8'),
  };
});
