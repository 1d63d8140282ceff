import { fileType, plainFileName } from '../../base/file-type.ts';
import { addAttachment, describeAttachment } from '../../domain/documents/attachments/attach.ts';
import { keepBytes } from '../../domain/ground/files/keep.ts';
import { readBase64 } from '../content.ts';
import { handler } from '../handler.ts';

export const attach_file = handler('attach_file', async (ctx, params) => {
  const bytes = readBase64(ctx, 'content_base64', params.content_base64);
  const attachment = await addAttachment(ctx, {
    record_id: params.record_id,
    file: await keepBytes(ctx, bytes),
    file_name: plainFileName(params.file_name),
    mime_type: fileType(bytes),
    role: 'supporting',
    description: params.description ?? null,
  });
  return describeAttachment(attachment);
});
