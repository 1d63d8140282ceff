import { describeAttachment, listAttachments } from '../../domain/documents/attachments/attach.ts';
import { mapPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';

export const list_attachments = handler('list_attachments', async (ctx, params) =>
  mapPage(await listAttachments(ctx, params), describeAttachment),
);
