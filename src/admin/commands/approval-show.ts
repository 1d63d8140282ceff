// What a request would have filed: the document as it stands, where it differs from what was submitted, and its file.
import type { DocumentFormat, FilingPreview } from '../../../generated/types.ts';
import { Refusal } from '../../base/refusal.ts';
import type { ReadScope } from '../../domain/ground/change/scope.ts';
import type { FilableView } from '../../domain/documents/shared/filable.ts';
import type { ApprovalRecord } from '../../domain/filing/approval/describe.ts';
import { filingPreview } from '../../domain/filing/approval/preview.ts';
import { changedPaths, isPreview, takeSnapshot } from '../../domain/filing/approval/snapshot.ts';
import { previewFile, previewPdf, readPdf } from '../../domain/filing/delivery/pdf.ts';
import type { PrintInvoice } from '../../domain/filing/delivery/printer.ts';
import { RENEWED } from '../../domain/filing/approval/renew.ts';
import { kindOf, loadFilable } from '../../domain/filing/filable.ts';
import { filedXml } from '../../domain/filing/store/documents.ts';
import { recordText } from '../record-text.ts';

/** What is yet to be filed has no acknowledgement. */
export const PREVIEW_KINDS = ['xml', 'pdf'] as const satisfies readonly DocumentFormat[];
type PreviewKind = (typeof PREVIEW_KINDS)[number];

export interface FileOptions {
  readonly kind?: PreviewKind;
  readonly out?: string;
}

export interface ForApproval {
  /** Everything that would be filed and sent; null once it is discarded. */
  readonly preview: FilingPreview | null;
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
    preview: current === undefined ? null : await filingPreview(ctx, current),
    document: (await kindOf(document_id)?.show(ctx, document_id)) ?? null,
    // What an earlier release has kept is of another form.
    changed:
      now === undefined || now.hash === snapshot_hash || !isPreview(snapshot)
        ? []
        : changedPaths(snapshot, now.snapshot),
    file: file === undefined ? null : { filed: file.filed, content: file.bytes.toString('utf8') },
  };
};

export const warnOfChanges = ({ status, renewed_at }: ApprovalRecord, { changed }: ForApproval): string[] => {
  if (changed.length === 0) return status === 'pending' && renewed_at !== null ? [RENEWED] : [];
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

/** A document says few of the many things that it could. */
const saidOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(saidOf);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(
    ([name, field]: [string, unknown]) => [name, saidOf(field)] as const,
  );
  return Object.fromEntries(
    inner.filter(
      ([, field]) =>
        field !== null && !(typeof field === 'object' && field !== null && Object.keys(field).length === 0),
    ),
  );
};

/** What the record of the document does not show itself. */
const beside = (preview: FilingPreview, document: object): object => {
  const listed = 'line_items' in document ? ['lines', 'totals'] : [];
  const said = new Set([...Object.keys(document), ...listed, 'object', 'record_id']);
  const shown = Object.fromEntries(Object.entries(preview).filter(([name]) => !said.has(name)));
  return { currency: preview.totals.currency, ...(saidOf(shown) as object) };
};

export const forApprovalText = (
  { snapshot, currency }: ApprovalRecord,
  { document, preview, file }: ForApproval,
): string => {
  const title =
    file?.filed === true
      ? 'the file'
      : 'the file as it stands (0 is for its number, which it gets with date, seal and stamp when it is filed)';
  const { filing: _, ...said } = document ?? { filing: null };
  return [
    ...(preview === null ? [] : [recordText(beside(preview, document ?? {}))]),
    document === null ? 'The draft is discarded; what was submitted:' : recordText(said),
    ...(document === null ? [recordText({ currency, ...(saidOf(snapshot) as object) })] : []),
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
  kind: PreviewKind,
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
