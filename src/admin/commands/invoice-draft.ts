// Commands for drafts: correct one, copy an invoice, ask for the approval of its filing.
import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import type { InvoiceId } from '../../../generated/ids.ts';
import type { AttachmentInput } from '../../../generated/types.ts';
import { present } from '../../base/present.ts';
import { readInputFile, RECORD_FILE, unreadable } from '../../base/input-file.ts';
import { type CorrectScope, correctDraft, duplicateInvoice } from '../../domain/filing/correct.ts';
import { editBy, type InvoiceChanges, isFields } from '../../domain/filing/edit.ts';
import { ATTACHMENT_TYPES } from '../../domain/documents/invoices/attachment-types.ts';
import { describeRequest } from '../../domain/filing/approval/describe.ts';
import { requestApproval } from '../../domain/filing/approval/request.ts';
import { describeInvoice } from '../../domain/documents/invoices/describe.ts';
import { oneRecord } from '../answer.ts';
import { resolveAct, type Surroundings } from '../command.ts';
import { findOwner } from '../owner.ts';
import { email, parseId, text } from '../values.ts';

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

interface Options {
  readonly by: string;
  /** For the trail. */
  readonly changes?: InvoiceChanges;
  readonly path?: string;
}

type UpdateOptions = Options & { readonly file: string };

type DraftScope = CorrectScope & Parameters<typeof requestApproval>[0];

/** Runs one change on the books of the invoice's company, on behalf of the member. */
const change = (
  run: Surroundings,
  action: string,
  id: InvoiceId,
  options: Options,
  work: (ctx: DraftScope) => Promise<object>,
): Promise<void> =>
  run.onDatabase(async ({ books, database, now }) => {
    const entity = await findOwner(database.reader, 'invoice', id);
    const act = await resolveAct(database.reader, entity.organisation_id, action, { ...options, id }, now);
    return oneRecord((await books.change(entity, act, work)).result);
  });

export const draftInvoiceCommands = (invoice: Command, run: Surroundings): void => {
  invoice
    .command('update')
    .description('correct a draft; a pending request for its approval is withdrawn')
    .argument('<invoice>', 'its id', parseId('InvoiceId', 'invoice'))
    .requiredOption('--file <file>', 'JSON: the fields of create_invoice that change; null removes one')
    .requiredOption('--by <email>', 'the member who corrects it', email)
    .action(async (id: InvoiceId, options: UpdateOptions) => {
      const changes = await readFields(options.file);
      return change(run, 'invoice update', id, { ...options, changes }, async (ctx) =>
        describeInvoice(ctx.entity, await correctDraft(ctx, id, editBy(ctx.entity, changes)), ctx),
      );
    });
  invoice
    .command('attach')
    .description('add a file to a draft, which is sent inside the document (Peppol)')
    .argument('<invoice>', 'its id', parseId('InvoiceId', 'invoice'))
    .argument('<file>', 'PDF, PNG, JPEG, CSV, XLSX or ODS; 10 MB in all')
    .option('--description <text>', 'what it is', text)
    .requiredOption('--by <email>', 'the member who adds it', email)
    .action(async (id: InvoiceId, path: string, options: Options & { readonly description?: string }) => {
      const file = await readAttachment(path, options.description);
      return change(run, 'invoice attach', id, { ...options, path }, async (ctx) => {
        const draft = await correctDraft(ctx, id, (current) => ({
          ...current,
          attachments: [...(current.attachments ?? []), file],
        }));
        return describeInvoice(ctx.entity, draft, ctx);
      });
    });
  invoice
    .command('duplicate')
    .description('a new draft with the content of an invoice')
    .argument('<invoice>', 'its id', parseId('InvoiceId', 'invoice'))
    .requiredOption('--by <email>', 'the member who makes it', email)
    .action((id: InvoiceId, options: Options) =>
      change(run, 'invoice duplicate', id, options, async (ctx) =>
        describeInvoice(ctx.entity, await duplicateInvoice(ctx, id), ctx),
      ),
    );
  invoice
    .command('submit')
    .description('ask an administrator to approve the filing of a draft')
    .argument('<invoice>', 'its id', parseId('InvoiceId', 'invoice'))
    .requiredOption('--by <email>', 'the member who asks', email)
    .action((id: InvoiceId, options: Options) =>
      change(run, 'invoice submit', id, options, async (ctx) =>
        describeRequest(await requestApproval(ctx, id)),
      ),
    );
};
