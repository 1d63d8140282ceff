import { SERVICE } from '../../../generated/service.ts';
import { describeReceived } from '../../domain/documents/received/describe.ts';
import { openUpload } from '../../domain/documents/received/uploads.ts';
import type { Raises } from '../../base/raises.ts';
import type { WriteScope } from '../../domain/ground/change/scope.ts';
import { readBase64 } from '../content.ts';
import { handler } from '../handler.ts';

export const receive_document = handler('receive_document', async (ctx, { file_name, content_base64 }) => {
  if (content_base64 !== undefined) {
    const bytes = readBase64(ctx, 'content_base64', content_base64);
    const { document, known } = await ctx.inbox.receive(ctx.entity, ctx, bytes, {
      file_name,
      channel: 'tool',
    });
    return {
      object: 'receipt',
      received_document: describeReceived(document),
      already_received: known,
      upload: null,
    };
  }
  const { result } = await ctx.books.change(ctx.entity, ctx, (change: WriteScope & Raises<'uploads_open'>) =>
    openUpload(change, file_name),
  );
  return {
    object: 'receipt',
    received_document: null,
    already_received: false,
    upload: {
      url: ctx.uploadUrl(result.token),
      method: 'PUT',
      max_bytes: SERVICE.inbox.file_bytes,
      expires_at: result.expires_at,
    },
  };
});
