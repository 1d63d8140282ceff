import { describeReceived } from '../../domain/documents/received/describe.ts';
import { getReceived } from '../../domain/documents/received/find.ts';
import { handler } from '../handler.ts';

export const get_received_document = handler('get_received_document', async (ctx, params) =>
  describeReceived(await getReceived(ctx, params.received_document_id)),
);
