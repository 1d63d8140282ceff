// Exports: every list and the ledger as CSV, over any range of days, streamed while it is read. A script shows how far it
// is; without it the browser stores the file by itself.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import {
  BillStatusValues,
  ExportDeductibilityValues,
  ExportPaymentStatusValues,
  InvoiceStatusValues,
  LedgerTypeValues,
} from '../../../../generated/types.ts';
import { asDay } from '../../../base/time/day.ts';
import { streamArchive } from '../../../domain/views/archive/export.ts';
import { beginArchive } from '../../../domain/views/archive/under-way.ts';
import { billExport } from '../../../domain/views/exports/bills.ts';
import { type ExportStream, streamExport, streamLedger } from '../../../domain/views/exports/file.ts';
import { invoiceExport } from '../../../domain/views/exports/invoices.ts';
import { listFilters } from '../../filters.ts';
import { companyFile, companyPage, type FileReply, type Page } from '../../page.ts';
import { Download } from '../../parts/download.tsx';
import { Field, Select } from '../../parts/form.tsx';
import { choicesOf, Head, Section } from '../../parts/show.tsx';
import { Stop } from '../../problem.ts';
import type { CompanyVisit } from '../../visit.ts';

const one = <T extends string>({ url }: CompanyVisit, values: readonly T[], name: string): T | undefined =>
  values.find((value) => value === url.searchParams.get(name));

const csv = ({ entity, books }: CompanyVisit, what: string, { rows, text }: ExportStream): FileReply => ({
  type: 'text/csv; charset=utf-8',
  name: `${what} ${entity.name} ${books.today}.csv`,
  body: text,
  rows,
});

/** The filters that all exports share. */
const range = (visit: CompanyVisit) => {
  const { counterparty_id, date_from, date_to } = listFilters(visit);
  if (date_from !== undefined && date_to !== undefined && date_from > date_to)
    throw new Stop({ status: 422, title: visit.words.export.backwards });
  return { counterparty_id, date_from, date_to };
};

const invoicesFile = companyFile('/exports/invoices.csv', 'viewer', async (visit) => {
  const filters = {
    ...range(visit),
    status: one(visit, InvoiceStatusValues, 'status'),
    payment_status: one(visit, ExportPaymentStatusValues, 'payment_status'),
  };
  const { database } = visit.parts.books;
  return csv(
    visit,
    'invoices',
    await streamExport(database, visit.books, (ctx) => invoiceExport(ctx, filters)),
  );
});

const billsFile = companyFile('/exports/bills.csv', 'viewer', async (visit) => {
  const filters = {
    ...range(visit),
    status: one(visit, BillStatusValues, 'status'),
    payment_status: one(visit, ExportPaymentStatusValues, 'payment_status'),
    deductibility: one(visit, ExportDeductibilityValues, 'deductibility'),
  };
  const { database } = visit.parts.books;
  return csv(visit, 'bills', await streamExport(database, visit.books, (ctx) => billExport(ctx, filters)));
});

const ledgerFile = companyFile('/exports/ledger.csv', 'viewer', async (visit) => {
  const filters = { ...range(visit), type: one(visit, LedgerTypeValues, 'type') ?? 'both' };
  return csv(visit, 'ledger', await streamLedger(visit.parts.books.database, visit.books, filters));
});

const AGAIN_S = 30;

const archiveBusy = ({ words: { export: own } }: CompanyVisit, why: 'same' | 'others'): Stop =>
  new Stop({
    status: why === 'same' ? 409 : 503,
    title: why === 'same' ? own.archiveUnderWay : own.archivesUnderWay,
    text: own.archiveLater,
    retry_after: AGAIN_S,
  });

/** It is stored by the browser as it comes: one that broke off has no end, and the browser says so. */
const archiveFile = companyFile('/exports/archive.zip', 'administrator', async (visit) => {
  const { entity, organisation, now, books } = visit;
  const { database } = visit.parts.books;
  const { date_from, date_to } = range(visit);
  const asked = { database, entity, organisation, now, signer: visit.parts.signer };
  const days = {
    ...(date_from === undefined ? {} : { from: asDay(date_from) }),
    ...(date_to === undefined ? {} : { to: asDay(date_to) }),
  };
  const end = beginArchive(entity.id);
  if (typeof end === 'string') throw archiveBusy(visit, end);
  return {
    type: 'application/zip',
    name: `archive ${entity.name} ${books.today}.zip`,
    body: streamArchive({ ...asked, range: days }, end).zip,
  };
});

const exportsPage = companyPage({
  path: '/exports',
  role: 'viewer',
  query: () => Promise.resolve({}),
  view: (_none, visit) => {
    const { common: words, export: own } = visit.words;
    const payment_status = { label: own.payment, values: ExportPaymentStatusValues };
    const deductibility = { label: own.deductibility, values: ExportDeductibilityValues };
    return {
      title: own.title,
      scripts: ['download.js'],
      main: (
        <>
          <Head title={own.title} note={own.note} />
          <Offer
            what="invoices"
            title={words.invoices}
            filters={{ status: { label: words.status, values: InvoiceStatusValues }, payment_status }}
          />
          <Offer
            what="bills"
            title={words.bills}
            filters={{
              status: { label: words.status, values: BillStatusValues },
              payment_status,
              ...(visit.entity.country_code === 'MX' ? { deductibility } : {}),
            }}
          />
          <Offer what="ledger" title={words.ledger} filters={{}}>
            <Select
              name="type"
              id="ledger-type"
              label={own.side}
              value="both"
              choices={LedgerTypeValues.map((value) => ({ value, text: own[value] }))}
            />
          </Offer>
          {visit.may('administrator') && <Archive />}
        </>
      ),
    };
  },
});

const Archive = (): VNode => {
  const visit = useCompany();
  const { common: words, export: own } = visit.words;
  return (
    <Section title={own.archive} card>
      <p>{own.archiveNote}</p>
      <form method="get" action={visit.href('/exports/archive.zip')} class="filters" aria-label={own.archive}>
        <Field name="date_from" type="date" label={words.from} id="archive-from" />
        <Field name="date_to" type="date" label={words.to} id="archive-to" />
        <div class="buttons">
          <button>{words.download}</button>
        </div>
      </form>
    </Section>
  );
};

interface OfferProps {
  readonly what: string;
  readonly title: string;
  /** What can be chosen beside the days, by the name of the parameter. */
  readonly filters: Readonly<Record<string, { readonly label: string; readonly values: readonly string[] }>>;
  readonly children?: VNode;
}

const Offer = ({ what, title, filters, children }: OfferProps): VNode => {
  const visit = useCompany();
  const { common: words } = visit.words;
  return (
    <Section title={title} card>
      <Download action={visit.href(`/exports/${what}.csv`)} label={title}>
        <Field name="date_from" type="date" label={words.from} id={`${what}-from`} />
        <Field name="date_to" type="date" label={words.to} id={`${what}-to`} />
        {Object.entries(filters).map(([name, { label, values }]) => (
          <Select
            name={name}
            id={`${what}-${name}`}
            label={label}
            any={words.all}
            choices={choicesOf(visit.language, values)}
          />
        ))}
        {children}
      </Download>
    </Section>
  );
};

export const exportPages: readonly Page[] = [exportsPage, invoicesFile, billsFile, ledgerFile, archiveFile];
