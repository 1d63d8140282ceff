// What others sent: chosen or dropped here, and listed with what waits.
import type { VNode } from 'preact';
import { SERVICE } from '../../../../generated/service.ts';
import { TOOLS } from '../../../../generated/dispatch.ts';
import type { ReceivedSeverity } from '../../../../generated/types.ts';
import type { Raises } from '../../../base/raises.ts';
import { dayIn } from '../../../base/time/day.ts';
import { parseInstant } from '../../../db/instant.ts';
import { failedFiles } from '../../../domain/across/inbox/folder/root.ts';
import { openUpload } from '../../../domain/documents/received/uploads.ts';
import type { WriteScope } from '../../../domain/ground/change/scope.ts';
import { describeListed } from '../../../domain/documents/received/describe.ts';
import { listReceived } from '../../../domain/documents/received/find.ts';
import type { ListedReceived } from '../../../domain/documents/received/record.ts';
import { countUndecided } from '../../../domain/documents/received/store/documents.ts';
import { requiredText } from '../../amounts.ts';
import { useCompany } from '../../context.ts';
import { figure } from '../../format.ts';
import type { Form, UploadedFile } from '../../form.ts';
import { askedOf, ListFilters } from '../../list-page.tsx';
import { actBy, companyPage, type Act } from '../../page.ts';
import { ActForm } from '../../parts/form.tsx';
import { Day, headed, Pager, State, stateText } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { FormProblem } from '../../problem.ts';
import type { CompanyVisit } from '../../visit.ts';

const MEGABYTE = 1_000_000;
const { file_bytes: MOST } = SERVICE.inbox;
const FILES = 'files';
const { exact_total_up_to: MOST_COUNTED } = SERVICE.limits;

interface Outcome {
  readonly name: string;
  readonly text: string;
  readonly id?: string;
}

const keep = async (visit: CompanyVisit, { name, bytes }: UploadedFile): Promise<Outcome> => {
  const { inbox: own } = visit.words;
  if (bytes.length > MOST) return { name, text: own.tooLarge(String(MOST / MEGABYTE)) };
  const { inbox } = visit.parts;
  try {
    const { document, known } = await inbox.receive(
      visit.entity,
      visit.act('inbox upload', { name }),
      bytes,
      { file_name: name, channel: 'upload' },
    );
    return { name, text: known ? own.known : own.kept, id: document.id };
  } catch (error) {
    visit.parts.log.error({ err: error, request_id: visit.request_id }, 'a chosen file was not kept');
    return { name, text: own.failed };
  }
};

/** All that were chosen, one after another; without a script all of them are one form. */
const add: Act<CompanyVisit> = actBy('accountant', async (visit: CompanyVisit, form: Form) => {
  const { inbox: own } = visit.words;
  const files = form.files.filter(([field]) => field === FILES).map(([, file]) => file);
  if (files.length === 0) throw new FormProblem({ [FILES]: own.noFile });
  const outcomes: Outcome[] = [];
  for (const file of files) outcomes.push(await keep(visit, file));
  return headed({
    title: own.outcome,
    main: (
      <>
        <ul class="outcomes">
          {outcomes.map(({ name, text, id }) => (
            <li>
              {id === undefined ? name : <a href={visit.href(`/inbox/${id}`)}>{name}</a>}: {text}
            </li>
          ))}
        </ul>
        <p>
          <a class="button" href={visit.href('/inbox')}>
            {own.title}
          </a>
        </p>
      </>
    ),
  });
});

/** An address for one file, which a script sends as a stream. */
const address: Act<CompanyVisit> = actBy('accountant', async (visit: CompanyVisit, form: Form) => {
  const { inbox: own } = visit.words;
  const name = requiredText(visit, form, 'name', own.file);
  const { result } = await visit.change(
    'inbox upload',
    { name },
    (ctx: WriteScope & Raises<'uploads_open'>) => openUpload(ctx, name.slice(0, 200)),
  );
  return headed({
    title: own.title,
    main: <div id="upload-address" data-to={`/uploads/${result.token}`} />,
  });
});

/** Of the failed files of the folder so many are named. */
const NAMED = 3;

const failedOf = async ({ parts, entity }: CompanyVisit): Promise<readonly string[]> => {
  const { inbox_dir } = parts.config;
  return inbox_dir === null ? [] : failedFiles(inbox_dir, entity.id);
};

export const inboxList = companyPage({
  path: '/inbox',
  role: 'viewer',
  acts: { add, address },
  query: async (visit) => ({
    page: await listReceived(visit.books, askedOf(visit, TOOLS.list_received_documents)),
    waiting: await countUndecided(visit.books, MOST_COUNTED + 1),
    failed: await failedOf(visit),
  }),
  view: ({ page, waiting, failed }, visit) => {
    const { common: words, inbox: own } = visit.words;
    return headed({
      title: own.title,
      note: (
        <span id="waiting">
          {waiting > MOST_COUNTED ? own.noteMany(figure(visit.language, MOST_COUNTED)) : own.note(waiting)}
        </span>
      ),
      scripts: ['inbox.js'],
      main: (
        <>
          {visit.may('accountant') && <Choose />}
          {failed.length > 0 && (
            <p class="warning mild" id="failed">
              {own.folderFailed(failed.length, failed.slice(0, NAMED).join(', '))}
            </p>
          )}
          <ListFilters
            tool={TOOLS.list_received_documents}
            looks={{ query: own.query, status: words.status, kind: own.kind }}
          />
          <div id="received">
            <Table<ListedReceived>
              caption={own.title}
              rows={page.data}
              empty={own.none}
              columns={[
                {
                  head: own.document,
                  link: (row) => [
                    visit.href(`/inbox/${row.id}`),
                    [row.counterparty_name ?? row.supplier_name, row.number].filter(Boolean).join(' · ') ||
                      row.file_name,
                  ],
                },
                { head: own.kind, cell: ({ kind }) => stateText(visit.language, kind) },
                { head: words.issued, cell: (row) => <Day value={row.issue_date} /> },
                {
                  head: own.came,
                  cell: ({ received_at }) => (
                    <Day value={dayIn(visit.entity.time_zone, parseInstant(received_at))} />
                  ),
                },
                {
                  head: words.status,
                  cell: (row) => (
                    <>
                      <State value={row.status} />
                      {row.due_at !== null && <small> {own.unread}</small>}
                    </>
                  ),
                },
                { head: own.issues, cell: ({ issues }) => <Verdict of={issues} /> },
                {
                  head: words.total,
                  money: (row) => [describeListed(row).total, row.currency ?? visit.entity.currency],
                },
              ]}
            />
            <Pager page={page} />
          </div>
        </>
      ),
    });
  },
});

/** What keeps it from being booked, else what is to be looked at; a note asks for nothing. */
const Verdict = ({ of }: { of: ListedReceived['issues'] }): VNode => {
  const { inbox: own } = useCompany().words;
  const count = (wanted: ReceivedSeverity): number => of.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (errors > 0) return <span class="state bad">{own.blocking(errors)}</span>;
  return warnings > 0 ? (
    <span class="state wait">{own.toCheck(warnings)}</span>
  ) : (
    <span class="quiet">–</span>
  );
};

const Choose = (): VNode => {
  const { words, problem } = useCompany();
  const { inbox: own } = words;
  return (
    <ActForm act="add" upload class="card drop" id="drop" label={own.files}>
      <p class="field">
        <label for="f-files">{own.files}</label>
        <input id="f-files" type="file" name={FILES} multiple required aria-describedby="f-files-hint" />
        <small id="f-files-hint">{own.filesHint}</small>
        {problem?.fields?.[FILES] !== undefined && <small class="fault">{problem.fields[FILES]}</small>}
      </p>
      <button>{own.send}</button>
      <ol
        class="outcomes"
        id="sent"
        aria-live="polite"
        data-most={String(MOST)}
        data-kept={own.kept}
        data-known={own.known}
        data-failed={own.failed}
        data-large={own.tooLarge(String(MOST / MEGABYTE))}
      />
    </ActForm>
  );
};
