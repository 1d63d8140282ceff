// Files beside a record, as its page shows them: listed with their digests, added and taken away.
import type { VNode } from 'preact';
import { SERVICE } from '../../../../generated/service.ts';
import { fileType, plainFileName } from '../../../base/file-type.ts';
import {
  addAttachment,
  describeAttachment,
  getAttachment,
  listAttachments,
  removeAttachment,
} from '../../../domain/documents/attachments/attach.ts';
import type { AttachmentRow } from '../../../domain/documents/attachments/store.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { keepBytes } from '../../../domain/ground/files/keep.ts';
import { requiredText } from '../../amounts.ts';
import { useCompany } from '../../context.ts';
import { fileSize } from '../../format.ts';
import { type Act, actBy, companyFile } from '../../page.ts';
import { ActFold, Field, Press, Select } from '../../parts/form.tsx';
import { Moment, Section } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { FormProblem } from '../../problem.ts';
import { CHARACTERS } from '../../limits.ts';
import type { CompanyVisit } from '../../visit.ts';
import { notFound } from '../../open.tsx';
import { foreignFile } from '../inbox/file.ts';

const FILES = 'attached';
const MEGABYTE = 1_000_000;
const { file_bytes: MOST, attachments: MOST_FILES } = SERVICE.inbox;
const MOST_MB = String(MOST / MEGABYTE);

/** All of them: a record has so few that they are one page. */
export const readAttached = async (
  { books }: CompanyVisit,
  record_id: string,
): Promise<readonly AttachmentRow[]> => (await listAttachments(books, { record_id, limit: MOST_FILES })).data;

/** All that were chosen, in one change: each is kept, or none is. */
const attach = (param: string): Act<CompanyVisit> =>
  actBy('accountant', async (visit, form) => {
    const { attachment: own } = visit.words;
    const record_id = visit.params[param] ?? '';
    const files = form.files.filter(([field]) => field === FILES).map(([, file]) => file);
    if (files.length === 0) throw new FormProblem({ [FILES]: own.noFile });
    const large = files.find(({ bytes }) => bytes.length > MOST);
    if (large !== undefined) throw new FormProblem({ [FILES]: own.tooLarge(large.name, MOST_MB) });
    const names = files.map(({ name }) => plainFileName(name));
    await visit.change('attachment add', { record_id, names }, async (ctx: EntityChange) => {
      for (const { name, bytes } of files)
        await addAttachment(ctx, {
          record_id,
          file: await keepBytes(ctx, bytes),
          file_name: plainFileName(name),
          mime_type: fileType(bytes),
          role: 'supporting',
          description: null,
        });
    });
    return { say: own.done };
  });

const detach = (param: string): Act<CompanyVisit> =>
  actBy('accountant', async (visit, form) => {
    const { attachment: own, common: words } = visit.words;
    const id = form.text('attachment');
    const reason = requiredText(visit, form, 'reason', words.reason);
    const { file_name, record_id } = await getAttachment(visit.books, id);
    if (record_id !== visit.params[param]) throw notFound(visit);
    await visit.change('attachment remove', { id, reason }, (ctx: EntityChange) =>
      removeAttachment(ctx, id, reason),
    );
    return { say: own.removed(file_name) };
  });

/** Those of a page whose record is the part `param` of its address. */
export const attachActs = (param: string) => ({ attach: attach(param), detach: detach(param) }) as const;

export const Attached = ({ rows }: { readonly rows: readonly AttachmentRow[] }): VNode => {
  const visit = useCompany();
  const { attachment: own, common: words } = visit.words;
  const fault = visit.problem?.fields?.[FILES];
  return (
    <Section title={own.title}>
      <Table
        caption={own.title}
        rows={rows}
        empty={own.none}
        columns={[
          { head: own.file, link: ({ id, file_name }) => [visit.href(`/files/${id}`), file_name] },
          { head: own.size, figure: true, cell: ({ bytes }) => fileSize(visit.language, bytes) },
          { head: own.added, cell: (row) => <Moment value={describeAttachment(row).created_at} /> },
          { head: own.digest, cell: ({ sha256 }) => <code class="digest">{sha256}</code> },
        ]}
      />
      {visit.may('accountant') && (
        <ActFold title={own.add} act="attach" upload card open={fault !== undefined}>
          <p class="field">
            <label for="f-attached">{own.title}</label>
            <input
              id="f-attached"
              type="file"
              name={FILES}
              multiple
              required
              aria-describedby="f-attached-hint"
            />
            <small id="f-attached-hint">{own.choose(MOST_MB)}</small>
            {fault !== undefined && <small class="fault">{fault}</small>}
          </p>
          <Press text={own.add} />
        </ActFold>
      )}
      {visit.may('accountant') && rows.length > 0 && (
        <ActFold title={own.remove} note={own.removeNote} act="detach" card>
          <Select
            name="attachment"
            label={own.file}
            choices={rows.map(({ id, file_name }) => ({ value: id, text: file_name }))}
          />
          <Field
            id="detach-reason"
            name="reason"
            label={words.reason}
            required
            maxlength={CHARACTERS.reason}
          />
          <Press text={own.remove} danger />
        </ActFold>
      )}
    </Section>
  );
};

/** One that was removed is not there any more. */
export const attachedFile = companyFile('/files/:attachment', 'viewer', async (visit) => {
  const row = await getAttachment(visit.books, visit.params['attachment'] ?? '');
  return row.live_file_id === null ? undefined : foreignFile(visit, row);
});
