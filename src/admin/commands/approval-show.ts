// What a request would have filed: the document as it stands, where it differs from what was submitted, and its file.
import type { DocumentFormat } from '../../../generated/types.ts';
import { Refusal } from '../../base/refusal.ts';
import type { ReadScope } from '../../domain/change/scope.ts';
import type { FilableView } from '../../domain/documents/filable.ts';
import type { ApprovalRecord } from '../../domain/filing/approval/describe.ts';
import { changedPaths, takeSnapshot } from '../../domain/filing/approval/snapshot.ts';
import { previewFile, previewPdf, readPdf } from '../../domain/filing/delivery/pdf.ts';
import type { PrintInvoice } from '../../domain/filing/delivery/printer.ts';
import { kindOf, loadFilable } from '../../domain/filing/filable.ts';
import { filedXml } from '../../domain/filing/store/documents.ts';
import { recordText } from '../record-text.ts';

export interface FileOptions {
  readonly kind?: DocumentFormat;
  readonly out?: string;
}

export interface ForApproval {
  /** As the tools show it; null once it is discarded. */
  readonly document: FilableView | null;
  /** Where the draft is no longer what was submitted, such as `buyer.postal_code`. */
  readonly changed: readonly string[];
  /** What the authority or the customer gets, or would get; null while errors stand in the way. */
  readonly file: { readonly filed: boolean; readonly content: string } | null;
}

const readXml = async (
  ctx: ReadScope,
  id: string,
): Promise<{ filed: boolean; bytes: Buffer } | undefined> => {
  const filed = await filedXml(ctx, id);
  const found = filed ?? (await previewFile(ctx, id));
  return found && { filed: filed !== undefined, bytes: found.bytes };
};

export const readForApproval = async (
  ctx: ReadScope,
  { document_id, snapshot, snapshot_hash }: ApprovalRecord,
): Promise<ForApproval> => {
  const current = await loadFilable(ctx, document_id);
  const now = current?.status === 'draft' ? takeSnapshot(current) : undefined;
  const file = await readXml(ctx, document_id);
  return {
    document: (await kindOf(document_id)?.show(ctx, document_id)) ?? null,
    changed: now === undefined || now.hash === snapshot_hash ? [] : changedPaths(snapshot, now.snapshot),
    file: file === undefined ? null : { filed: file.filed, content: file.bytes.toString('utf8') },
  };
};

export const warnOfChanges = ({ status }: ApprovalRecord, { changed }: ForApproval): string[] => {
  if (changed.length === 0) return [];
  const next = status === 'pending' ? ' It cannot be approved; have it submitted again.' : '';
  return [`Changed since it was submitted: ${changed.join(', ')}.${next}`];
};

/** Attached files would fill the screen. */
const LONGEST_TEXT = 400;

/** An element to a line, set in by its depth. */
const indented = (xml: string): string => {
  let depth = 0;
  return xml
    .replaceAll(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      const closes = line.startsWith('</');
      if (closes) depth -= 1;
      const shown = '  '.repeat(Math.max(0, depth)) + line;
      if (/^<[^?!/]/.test(line) && !/\/>$|<\/[^>]+>$/.test(line)) depth += 1;
      return shown;
    })
    .join('\n')
    .replaceAll(/>([^<]+)</g, (whole, text: string) =>
      text.length > LONGEST_TEXT ? `>… ${text.length} characters<` : whole,
    );
};

/** Both stand in the snapshot of every kind of document. */
const partiesOf = (snapshot: unknown): object => {
  const { seller, buyer, delivery } = snapshot as Readonly<Record<string, unknown>>;
  return { seller, buyer, ...(delivery === undefined ? {} : { delivery }) };
};

export const forApprovalText = (
  { snapshot, currency }: ApprovalRecord,
  { document, file }: ForApproval,
): string => {
  const title =
    file?.filed === true
      ? 'the file'
      : 'the file as it stands (0 is for its number, which it gets with date, seal and stamp when it is filed)';
  const { filing: _, ...said } = document ?? { filing: null };
  return [
    recordText(partiesOf(snapshot)),
    document === null ? 'The draft is discarded; what was submitted:' : recordText(said),
    ...(document === null ? [recordText({ currency, ...(snapshot as object) })] : []),
    file === null
      ? 'There is no XML: errors stand in its way, the draft is gone, or it goes as a PDF alone.'
      : `${title}:\n${indented(file.content)}`,
  ].join('\n\n');
};

/** For other programs, or for reading with them. */
export const fileOf = async (
  print: PrintInvoice,
  ctx: ReadScope,
  id: string,
  kind: DocumentFormat,
): Promise<Buffer> => {
  const bytes =
    kind === 'xml'
      ? (await readXml(ctx, id))?.bytes
      : ((await readPdf(print, ctx, id)) ?? (await previewPdf(print, ctx, id)));
  if (bytes === undefined)
    throw new Refusal(
      'wrong_state',
      `${id} has no such file: errors stand in its way, the draft is gone, or it goes as a PDF alone; "approval show" tells them.`,
    );
  return bytes;
};
