import { describeReceived } from '../../domain/documents/received/describe.ts';
import { handler } from '../handler.ts';

export const book_received_document = handler('book_received_document', async (ctx, params) =>
  describeReceived(await ctx.inbox.book(ctx, params)),
);
