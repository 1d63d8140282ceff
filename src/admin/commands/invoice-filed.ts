// Commands for filed documents: print the document, cancel it with the authority.
import { readScope } from '../read-scope.ts';
import {
  type CancellationReason,
  CancellationReasonValues,
  type DocumentFormat,
  DocumentFormatValues,
} from '../../../generated/types.ts';
import { type Command, Option } from 'commander';
import type { InvoiceId } from '../../../generated/ids.ts';
import { administrator } from '../../domain/filing/approval/decide.ts';
import { readAcuse } from '../../domain/filing/cancellation/acuse.ts';
import { readPdf } from '../../domain/filing/delivery/pdf.ts';
import type { Entity } from '../../base/entity.ts';
import { requestVoid } from '../../domain/filing/void.ts';
import { filedDocument, filedXml } from '../../domain/filing/store/documents.ts';
import { declareNotFiled } from '../../domain/filing/not-filed.ts';
import type { FilableView } from '../../domain/documents/shared/filable.ts';
import { kindOf, loadFilable } from '../../domain/filing/filable.ts';
import { Refusal } from '../../base/refusal.ts';
import { type EntityChange, newAct } from '../../domain/ground/change/change.ts';
import { type Answer, oneRecord } from '../answer.ts';
import { claimedBy, type Session, type Surroundings } from '../command.ts';
import { OUT, STANDARD_OUTPUT, writeOut } from '../output.ts';
import { findDocumentOwner, parseDocumentId, type SalesDocumentId } from '../sales-document.ts';
import { email, parseId } from '../values.ts';
import { seconds, waitUntilSettled, WAIT, type WaitOptions } from '../wait.ts';

interface VoidOptions extends WaitOptions {
  readonly by: string;
  readonly reason: CancellationReason;
  readonly replacement?: InvoiceId;
}

const describeNow = async ({ database, now }: Session, entity: Entity, id: string): Promise<FilableView> => {
  const ctx = readScope({ database, now }, entity);
  const shown = await kindOf(id)?.show(ctx, id);
  if (shown === undefined) throw new Refusal('not_found', `There is no document ${id}.`);
  return shown;
};

const voidInvoice = (run: Surroundings, id: SalesDocumentId, options: VoidOptions): Promise<void> =>
  run.onDatabase(async (session) => {
    const { books, database, now } = session;
    const entity = await findDocumentOwner(database.reader, id);
    const member = await administrator(database.reader, entity, options.by);
    const act = newAct(claimedBy(member), 'invoice void', { ...options, id }, now);
    const wish = { reason: options.reason, replacement: options.replacement ?? null, by: member.id };
    await books.change(entity, act, (ctx: EntityChange) => requestVoid(ctx, id, wish));
    return toAnswer(
      await waitUntilSettled(
        run,
        options,
        () => describeNow(session, entity, id),
        ({ filing }) => filing.cancellation?.status !== 'requested',
      ),
    );
  });

const toAnswer = (shown: FilableView): Answer => {
  const { cancellation, last_error } = shown.filing;
  if (cancellation?.status !== 'rejected') return oneRecord(shown, listWarnings(cancellation?.status));
  const message = `The ${kindOf(shown.id)?.noun ?? 'document'} was not cancelled: ${last_error?.message ?? 'the authority refused it'}`;
  return { ...oneRecord(shown), failure: { code: 'not_cancelled', message } };
};

const listWarnings = (status: string | undefined): string[] => {
  if (status === 'awaiting_buyer')
    return ['The buyer has to accept the cancellation first; the service keeps asking.'];
  return status === 'requested' ? ['The authority has not answered yet; the service keeps asking.'] : [];
};

const notFiled = (run: Surroundings, id: SalesDocumentId, options: { readonly by: string }): Promise<void> =>
  run.onDatabase(async (session) => {
    const { books, database, now } = session;
    const entity = await findDocumentOwner(database.reader, id);
    const member = await administrator(database.reader, entity, options.by);
    const act = newAct(claimedBy(member), 'invoice not-filed', { ...options, id }, now);
    await books.change(entity, act, (ctx: EntityChange) => declareNotFiled(ctx, id));
    return oneRecord(await describeNow(session, entity, id));
  });

interface DocumentOptions {
  readonly kind: DocumentFormat;
  readonly out: string;
}

const handOut = (run: Surroundings, id: SalesDocumentId, { kind, out }: DocumentOptions): Promise<void> =>
  run.onDatabase(async ({ database, now }) => {
    const entity = await findDocumentOwner(database.reader, id);
    const ctx = readScope({ database, now }, entity);
    const document = await loadFilable(ctx, id);
    const bytes = await {
      xml: async () => (await filedXml(ctx, id))?.bytes,
      pdf: () => readPdf(run.parts.print, ctx, id),
      acuse: async () => document && (await readAcuse(ctx, document)),
    }[kind]();
    if (bytes !== undefined) return writeOut(run, out, bytes);
    if (kind === 'acuse' && document !== undefined && document.status !== 'draft')
      throw new Refusal(
        'not_found',
        `The ${document.kind.noun} ${document.folio ?? id} has no acuse: the SAT has acknowledged no cancellation of it.`,
      );
    if ((await filedDocument(ctx, id, 'xml')) !== undefined)
      throw new Refusal('not_found', `${id} went as a PDF alone; "--kind pdf" has it.`);
    throw new Refusal(
      'not_found',
      `The ${kindOf(id)?.noun ?? 'document'} ${id} has no document here: it is not filed, or was filed elsewhere.`,
    );
  });

export const filedInvoiceCommands = (invoice: Command, run: Surroundings): void => {
  invoice
    .command('document')
    .description('the filed document as it is')
    .argument('<document>', 'the id of an invoice or credit note', parseDocumentId)
    .addOption(
      new Option(
        '--kind <kind>',
        'xml is what was filed, pdf what people read, acuse what the SAT acknowledges its cancellation with',
      )
        .choices(DocumentFormatValues)
        .default('xml'),
    )
    .option(...OUT, STANDARD_OUTPUT)
    .action((id: SalesDocumentId, options: DocumentOptions) => handOut(run, id, options));
  invoice
    .command('void')
    .description('cancel a filed document with the authority (MX)')
    .argument('<document>', 'the id of an invoice or credit note', parseDocumentId)
    .requiredOption('--by <email>', 'the administrator who decides it', email)
    .addOption(
      new Option('--reason <code>', '01 replaced, 02 errors, 03 not carried out, 04 in a global invoice')
        .choices(CancellationReasonValues)
        .makeOptionMandatory(),
    )
    .option(
      '--replacement <invoice>',
      'the invoice that takes its place (reason 01)',
      parseId('InvoiceId', 'invoice'),
    )
    .option(...WAIT, seconds)
    .action((id: SalesDocumentId, options: VoidOptions) => voidInvoice(run, id, options));
  invoice
    .command('not-filed')
    .description(
      'make a draft of an unclear filing again, after the provider has confirmed that it is not there',
    )
    .argument('<document>', 'the id of an invoice or credit note', parseDocumentId)
    .requiredOption('--by <email>', 'the administrator who has looked', email)
    .action((id: SalesDocumentId, options: { readonly by: string }) => notFiled(run, id, options));
};
