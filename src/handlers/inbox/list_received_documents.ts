import { describeListed } from '../../domain/documents/received/describe.ts';
import { listReceived } from '../../domain/documents/received/find.ts';
import { mapPage } from '../../domain/ground/lists/page.ts';
import { handler } from '../handler.ts';

export const list_received_documents = handler('list_received_documents', async (ctx, params) =>
  mapPage(await listReceived(ctx, params), describeListed),
);
