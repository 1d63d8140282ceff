// What an import would do, before anything is written, and how the file is read.
import { useCompany } from '../../context.ts';
import { tellError } from '../../tell.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import type { StatementGap } from '../../../../generated/types.ts';
import type { RejectedRow } from '../../../base/input-file.ts';
import { minorToWire } from '../../../base/money/amount.ts';
import { MAPPED } from '../../../domain/bank/statements/csv/mapping.ts';
import { AUTO, FORMAT_NAMES } from '../../../domain/bank/statements/formats.ts';
import type { ForeseenLine } from '../../../domain/bank/statements/import.ts';
import type { LeftOut, StatementReport } from '../../../domain/bank/statements/report.ts';
import { CARRIED, carry, type Form, type UploadedFile } from '../../form.ts';
import { figure } from '../../format.ts';
import { ActForm, Field, Select, Tick, Upload } from '../../parts/form.tsx';
import { Day, Facts, Head, Money, Go } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import { DATE_ORDERS, DECIMAL_SIGNS, FILE, SIGNS, type ForeseenFile, hashOf } from './statement-request.ts';

export const ACCEPTED = '.csv,.txt,.xml,.ofx,.qfx,.sta,.mt940,.940,.xls,.xlsx,.qif,text/*';
const SHOWN = 200;
/** Larger files are chosen a second time rather than sent through the page. */
const CARRIED_STATEMENT = 4 * 1024 * 1024;

interface PreviewProps {
  readonly form: Form;
  readonly foreseen: ForeseenFile;
}

export const Preview = ({ form, foreseen }: PreviewProps): VNode => {
  const visit = useCompany();
  const { file, report, lines, refused } = foreseen;
  const { upload: own } = visit.words;
  const n = (value: number): string => figure(visit.language, value);
  const fresh = lines.filter(({ duplicate }) => !duplicate).length;
  const rejected = report?.rejected ?? [];
  const money = (value: number | null): VNode => <Money value={value} currency={report?.currency ?? ''} />;
  const blocked = rejected.length > 0 && !form.has('partial');
  return (
    <>
      <Head title={file.name} />
      {refused !== undefined && (
        <p class="problem" role="alert">
          {tellError(visit.language, refused)}
        </p>
      )}
      {blocked && (
        <p class="warning" role="alert">
          {own.blocked}
        </p>
      )}
      {report?.warnings.map((text) => (
        <p class="warning mild">{text}</p>
      ))}
      {report !== undefined && (
        <Facts
          rows={[
            [own.rows, n(report.rows)],
            [own.period, <Span from={report.period_start} to={report.period_end} />],
            [own.fresh, n(fresh)],
            [own.duplicates, n(lines.length - fresh)],
            [own.leftOut, n(report.left_out.length)],
            [own.rejected, n(rejected.length)],
            [own.moneyIn, money(report.money_in)],
            [own.moneyOut, money(report.money_out)],
            [own.opening, money(report.opening_balance)],
            [own.closing, money(report.closing_balance)],
            ...(report.gap === null
              ? []
              : [[own.before, <Before report={report} gap={report.gap} />] as const]),
          ]}
        />
      )}
      <ReadAs foreseen={foreseen} importable={report !== undefined && !blocked ? fresh : 0} />
      {rejected.length > 0 && <Rejected rows={rejected} />}
      {report !== undefined && report.left_out.length > 0 && <LeftOutRows report={report} />}
      {lines.length > 0 && <Rows lines={lines} />}
    </>
  );
};

const Span = ({ from, to }: { from: string | null; to: string | null }): VNode =>
  from === null || to === null ? (
    <>–</>
  ) : (
    <>
      <Day value={from} /> – <Day value={to} />
    </>
  );

const Before = ({ report, gap }: { report: StatementReport; gap: StatementGap }): VNode => {
  const { upload: own } = useCompany().words;
  return (
    <>
      <Day value={gap.period_end} /> · <Money value={gap.closing_balance} currency={report.currency} />
      {gap.days > 0 && <> · {own.days(gap.days)}</>}
    </>
  );
};

const ReadAs = ({
  foreseen,
  importable,
}: Omit<PreviewProps, 'form'> & { readonly importable: number }): VNode => {
  const visit = useCompany();
  const { file, report, headings, refused } = foreseen;
  const { upload: own } = visit.words;
  const rejected = (report?.rejected.length ?? 0) > 0;
  return (
    <ActForm upload class="card" label={own.reading}>
      <CarriedFile file={file} />
      {rejected && <Tick name="partial" label={own.partial} />}
      <details open={refused !== undefined}>
        <summary>{own.reading}</summary>
        <div class="fields">
          <Select
            name="format"
            label={own.format}
            value={AUTO}
            choices={FORMAT_NAMES.map((value) => ({ value, text: value === AUTO ? own.auto : value }))}
          />
          <Select
            name="date_order"
            label={own.dateOrder}
            any={own.auto}
            choices={DATE_ORDERS.map((value) => ({ value, text: own.orders[value] }))}
          />
          <Select
            name="decimal"
            label={own.decimal}
            any={own.auto}
            choices={DECIMAL_SIGNS.map((value) => ({ value, text: own.signs[value] }))}
          />
          <Select
            name="sign"
            label={own.sign}
            any={own.auto}
            choices={SIGNS.map((value) => ({ value, text: own.ways[value] }))}
          />
        </div>
        <Columns headings={headings} />
      </details>
      <div class="buttons">
        {importable > 0 && (
          <button name="act" value="import">
            {own.import(importable)}
          </button>
        )}
        <button name="act" value="preview" class={importable > 0 ? 'quiet' : undefined} formnovalidate>
          {own.again}
        </button>
        <Go
          to={visit.href(`/bank/${visit.params['account'] ?? ''}`)}
          text={visit.words.common.cancel}
          quiet
        />
      </div>
      {report !== undefined && importable === 0 && !rejected && <p class="notice">{own.nothingNew}</p>}
    </ActForm>
  );
};

const Columns = ({ headings }: { headings: readonly string[] }): VNode => {
  const { upload: own } = useCompany().words;
  return (
    <fieldset>
      <legend>{own.columns}</legend>
      <p>
        <small>{own.columnsNote}</small>
      </p>
      {headings.length > 1 && (
        <p>
          <small>{own.headings(headings.slice(0, 40).join(', ').slice(0, 600))}</small>
        </p>
      )}
      <div class="fields">
        {MAPPED.map((field) => (
          <Field name={`column.${field}`} label={own.fields[field]} maxlength={CHARACTERS.heading} />
        ))}
      </div>
    </fieldset>
  );
};

/** The file travels with the form, so that nothing is kept of one that is never imported. */
const CarriedFile = ({ file }: { file: UploadedFile }): VNode => {
  const visit = useCompany();
  return (
    <>
      <input type="hidden" name="hash" value={hashOf(file)} />
      {file.bytes.length <= CARRIED_STATEMENT ? (
        <input type="hidden" name={`${FILE}${CARRIED}`} value={carry(file)} />
      ) : (
        <Upload
          name={FILE}
          label={visit.words.upload.file}
          accept={ACCEPTED}
          hint={visit.words.upload.chooseAgain(file.name)}
        />
      )}
    </>
  );
};

const Rejected = ({ rows }: { rows: readonly RejectedRow[] }): VNode => {
  const visit = useCompany();
  const { upload: own } = visit.words;
  return (
    <>
      <h2>{own.rejectedTitle}</h2>
      <Table<RejectedRow>
        caption={own.rejectedTitle}
        id="rejected"
        rows={rows.slice(0, SHOWN)}
        columns={[
          { head: own.line, main: true, cell: ({ line }) => figure(visit.language, line) },
          { head: own.why, cell: ({ reason }) => reason },
        ]}
      />
      <Cut count={rows.length} />
    </>
  );
};

const LeftOutRows = ({ report }: { report: StatementReport }): VNode => {
  const visit = useCompany();
  const { upload: own } = visit.words;
  return (
    <>
      <h2>{own.leftOutTitle}</h2>
      <Table<LeftOut>
        caption={own.leftOutTitle}
        id="left-out"
        rows={report.left_out.slice(0, SHOWN)}
        columns={[
          { head: own.line, main: true, cell: ({ line }) => figure(visit.language, line) },
          { head: own.why, cell: ({ kind }) => own.whyLeft[kind] },
          { head: own.saying, cell: ({ text }) => text || '–' },
          { head: visit.words.common.amount, money: ({ amount }) => [amount, report.currency] },
        ]}
      />
      <Cut count={report.left_out.length} />
    </>
  );
};

const Rows = ({ lines }: { lines: readonly ForeseenLine[] }): VNode => {
  const visit = useCompany();
  const { common: words, upload: own } = visit.words;
  return (
    <>
      <h2>{own.linesTitle}</h2>
      <Table<ForeseenLine>
        caption={own.linesTitle}
        id="rows"
        rows={lines.slice(0, SHOWN)}
        columns={[
          { head: own.line, cell: ({ line }) => figure(visit.language, line) },
          { head: words.date, cell: ({ date }) => <Day value={date} /> },
          { head: words.description, main: true, cell: (row) => row.description },
          { head: words.reference, cell: (row) => row.reference ?? '–' },
          {
            head: own.state,
            cell: ({ duplicate }) => (
              <span class={duplicate ? 'state plain' : 'state good'}>
                {duplicate ? own.isDuplicate : own.isFresh}
              </span>
            ),
          },
          { head: words.amount, money: (row) => [minorToWire(row.signed_minor, row.currency), row.currency] },
        ]}
      />
      <Cut count={lines.length} />
    </>
  );
};

const Cut = ({ count }: { count: number }): VNode | null => {
  const visit = useCompany();
  return count <= SHOWN ? null : (
    <p class="quiet">
      {visit.words.upload.shown(figure(visit.language, SHOWN), figure(visit.language, count))}
    </p>
  );
};
