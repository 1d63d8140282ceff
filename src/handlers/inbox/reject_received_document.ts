import { rejectReceived } from '../../domain/across/inbox/decide.ts';
import { describeReceived } from '../../domain/documents/received/describe.ts';
import { handler } from '../handler.ts';

export const reject_received_document = handler('reject_received_document', async (ctx, params) =>
  describeReceived(await rejectReceived(ctx, params.received_document_id, params.reason)),
);
