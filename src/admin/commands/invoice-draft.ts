// Commands for drafts: discard or correct one, credit or copy an invoice, ask for the approval of its filing.
import { basename, extname } from 'node:path';
import type { InvoiceId } from '../../../generated/ids.ts';
import type { AttachmentInput } from '../../../generated/types.ts';
import { present } from '../../base/present.ts';
import { readInputFile, RECORD_FILE, unreadable } from '../../base/input-file.ts';
import { correctDraft, duplicateInvoice } from '../../domain/filing/correct.ts';
import { discardDraft, editBy, type InvoiceChanges, isFields } from '../../domain/filing/edit.ts';
import { ATTACHMENT_TYPES } from '../../domain/documents/invoices/attachment-types.ts';
import { describeRequest } from '../../domain/filing/approval/describe.ts';
import { requestApproval } from '../../domain/filing/approval/request.ts';
import { describeInvoice } from '../../domain/documents/invoices/describe.ts';
import type { Unlimited } from '../../domain/ground/change/change.ts';
import { type Answer, oneRecord } from '../answer.ts';
import {
  arg,
  type Call,
  change,
  its,
  may,
  must,
  onDatabase,
  type Rows,
  special,
  DECIDER,
} from '../define.ts';
import { DOCUMENT } from '../sales-document.ts';
import { text } from '../values.ts';
import { creditCommand } from './invoice-credit.ts';

const readFields = async (path: string): Promise<InvoiceChanges> => {
  const content = (await readInputFile(path, RECORD_FILE)).toString('utf8');
  try {
    const value: unknown = JSON.parse(content);
    if (isFields(value)) return value;
  } catch (error) {
    throw unreadable(path, `is not JSON (${error instanceof Error ? error.message : 'unknown fault'})`);
  }
  throw unreadable(path, 'must hold one object with the fields of create_invoice that change');
};

const readAttachment = async (path: string, description: string | undefined): Promise<AttachmentInput> => {
  const mime_type = ATTACHMENT_TYPES[extname(path).toLowerCase()];
  if (mime_type === undefined)
    throw unreadable(path, `must end in ${Object.keys(ATTACHMENT_TYPES).join(', ')}`);
  const content = await readInputFile(path, RECORD_FILE);
  return present<AttachmentInput>({
    name: basename(path),
    mime_type,
    content_base64: content.toString('base64'),
    description,
  });
};

const INVOICE = its('InvoiceId', 'invoice');

/** Runs one change on the books of the invoice's company; `args` stand in the trail. */
const changed = async (
  call: Call,
  id: InvoiceId,
  args: object,
  work: (ctx: Unlimited) => Promise<object>,
): Promise<Answer> => {
  const entity = await INVOICE.owner(call.database.reader, id);
  return oneRecord((await call.change(entity, { ...args, id }, work)).result);
};

export const draftInvoiceCommands: Rows = {
  discard: change({ of: DOCUMENT, options: { by: DECIDER }, work: discardDraft }),
  credit: creditCommand,
  update: special({
    args: [INVOICE],
    options: { file: must(), by: DECIDER },
    act: async (run, path, options, id) => {
      const changes = await readFields(options.file);
      return onDatabase(run, path, (call) =>
        changed(call, id, { ...options, changes }, async (ctx) => {
          const { draft } = await correctDraft(ctx, id, editBy(ctx.entity, changes));
          return describeInvoice(ctx.entity, draft, ctx);
        }),
      );
    },
  }),
  attach: special({
    args: [INVOICE, arg()],
    options: { description: may(text), by: DECIDER },
    act: async (run, path, options, id, from) => {
      const file = await readAttachment(from, options.description);
      return onDatabase(run, path, (call) =>
        changed(call, id, { ...options, path: from }, async (ctx) => {
          const { draft } = await correctDraft(ctx, id, (current) => ({
            ...current,
            attachments: [...(current.attachments ?? []), file],
          }));
          return describeInvoice(ctx.entity, draft, ctx);
        }),
      );
    },
  }),
  duplicate: change({
    of: INVOICE,
    options: { by: DECIDER },
    work: async (ctx, id) => describeInvoice(ctx.entity, await duplicateInvoice(ctx, id), ctx),
  }),
  submit: change({
    of: INVOICE,
    options: { by: DECIDER },
    work: async (ctx, id) => describeRequest(await requestApproval(ctx, id)),
  }),
};
