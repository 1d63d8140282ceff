// Commands for filed documents: print the document, cancel it with the authority.
import { readScope } from '../owner.ts';
import {
  CancellationReasonValues,
  type DocumentFormat,
  DocumentFormatValues,
} from '../../../generated/types.ts';
import { readAcuse } from '../../domain/filing/cancellation/acuse.ts';
import { readPdf } from '../../domain/filing/delivery/pdf.ts';
import type { Entity } from '../../base/entity.ts';
import { requestVoid } from '../../domain/filing/void.ts';
import { filedDocument, filedXml } from '../../domain/filing/store/documents.ts';
import { declareNotFiled } from '../../domain/filing/not-filed.ts';
import type { FilableView } from '../../domain/documents/shared/filable.ts';
import { kindOf, loadFilable } from '../../domain/filing/filable.ts';
import { Refusal } from '../../base/refusal.ts';
import { type Answer, oneRecord } from '../answer.ts';
import type { Session } from '../command.ts';
import { DECIDER, byDefault, type Call, command, may, needed, oneOf, type Rows } from '../define.ts';
import { STANDARD_OUTPUT, writeOut } from '../output.ts';
import { DOCUMENT, type SalesDocumentId } from '../sales-document.ts';
import { parseId } from '../values.ts';
import { WAIT, waitUntilSettled } from '../wait.ts';
import { cancellationNotes, decideFiling } from './filing-decision.ts';

const describeNow = async ({ database, now }: Session, entity: Entity, id: string): Promise<FilableView> => {
  const ctx = readScope({ database, now }, entity);
  const shown = await kindOf(id)?.show(ctx, id);
  if (shown === undefined) throw new Refusal('not_found', `There is no document ${id}.`);
  return shown;
};

const toAnswer = (shown: FilableView): Answer => {
  const { cancellation, last_error } = shown.filing;
  if (cancellation?.status !== 'rejected') return oneRecord(shown, cancellationNotes(cancellation?.status));
  const message = `The ${kindOf(shown.id)?.noun ?? 'document'} was not cancelled: ${last_error?.message ?? 'the authority refused it'}`;
  return { ...oneRecord(shown), failure: { code: 'not_cancelled', message } };
};

const handOut = async (
  { run, database, now }: Call,
  id: SalesDocumentId,
  kind: DocumentFormat,
  out: string,
): Promise<Answer> => {
  const entity = await DOCUMENT.owner(database.reader, id);
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
};

export const filedInvoiceCommands: Rows = {
  document: command({
    args: [DOCUMENT],
    options: { kind: byDefault(oneOf(DocumentFormatValues), 'xml'), out: byDefault(may(), STANDARD_OUTPUT) },
    answer: (call, { kind, out }, id) => handOut(call, id, kind, out),
  }),
  void: command({
    args: [DOCUMENT],
    options: {
      by: DECIDER,
      reason: needed(oneOf(CancellationReasonValues)),
      replacement: may(parseId('InvoiceId')),
      wait: WAIT,
    },
    answer: async (call, options, id) => {
      const { reason, replacement = null } = options;
      const { entity } = await decideFiling(call, DOCUMENT, id, options, (ctx, member) =>
        requestVoid(ctx, id, { reason, replacement, by: member.id }),
      );
      return toAnswer(
        await waitUntilSettled(
          call.run,
          options,
          () => describeNow(call, entity, id),
          ({ filing }) => filing.cancellation?.status !== 'requested',
        ),
      );
    },
  }),
  'not-filed': command({
    args: [DOCUMENT],
    options: { by: DECIDER },
    answer: async (call, options, id) => {
      const { entity } = await decideFiling(call, DOCUMENT, id, options, (ctx) => declareNotFiled(ctx, id));
      return oneRecord(await describeNow(call, entity, id));
    },
  }),
};
