// Writes a draft, and corrects one: the whole is checked as a call of create_invoice would be.
import { TOOLS } from '../../../../generated/dispatch.ts';
import type { CreateInvoiceParams } from '../../../../generated/tools/create_invoice.ts';
import { checkParams } from '../../../base/arguments/check.ts';
import { findCounterparty } from '../../../domain/parties/counterparties/store/counterparties.ts';
import { type CorrectScope, correctDraft } from '../../../domain/filing/correct.ts';
import { createInvoice } from '../../../domain/documents/invoices/issue.ts';
import { getInvoice } from '../../../domain/documents/invoices/search.ts';
import { givenParams } from '../../../domain/documents/invoices/given.ts';
import { companyPage } from '../../page.ts';
import { Head, headed } from '../../parts/show.tsx';
import { sampleOf } from '../../samples.ts';
import { tellWarnings } from '../../tell.ts';
import type { CompanyVisit } from '../../visit.ts';
import { CODES_SCRIPT } from './codes.tsx';
import { DraftForm } from './form.tsx';
import { type Given, isEditable, readDraft } from './read-draft.ts';

const sampleDraft = ({ url, entity }: CompanyVisit): Given => {
  const sample = sampleOf(url, entity.country_code);
  if (sample === undefined) return {};
  return { line_items: [{ ...sample.line, quantity: 1 }], country_details: { ...sample.invoice } };
};

export const newInvoice = companyPage({
  path: '/invoices/new',
  role: 'accountant',
  query: async ({ books, url }) => {
    const asked = url.searchParams.get('counterparty');
    return asked === null
      ? { customer: '' }
      : { customer: (await findCounterparty(books, asked))?.name ?? '' };
  },
  acts: {
    make: async (visit, form) => {
      const params = checkParams(TOOLS.create_invoice, readDraft(visit, form), visit.entity);
      const { result, warnings } = await visit.change('create_invoice', params, (ctx: CorrectScope) =>
        createInvoice(ctx, params),
      );
      const said = [visit.words.draft.made, tellWarnings(visit.language, warnings)].join(' ');
      return { to: visit.href(`/invoices/${result.header.id}`), say: said };
    },
  },
  view: ({ customer }, visit) => {
    const { make } = visit.words.invoice;
    return headed({
      title: make,
      scripts: [CODES_SCRIPT],
      main: (
        <DraftForm given={sampleDraft(visit)} customer={customer} act="make" back={visit.href('/invoices')} />
      ),
    });
  },
});

export const editInvoice = companyPage({
  path: '/invoices/:document/edit',
  role: 'accountant',
  query: async ({ books, params }) => {
    const record = await getInvoice(books, params['document'] ?? '', 'invoice_id');
    return isEditable(record.header.status, record.header.filing_status)
      ? { id: record.header.id, given: givenParams(record, []), customer: record.customer.name }
      : undefined;
  },
  acts: {
    save: async (visit, form) => {
      const id = visit.params['document'] ?? '';
      const edit = ({ attachments, ...current }: CreateInvoiceParams): CreateInvoiceParams => {
        const checked = checkParams(TOOLS.create_invoice, readDraft(visit, form, current), visit.entity);
        // Files that stay may be larger than a call can bring.
        return attachments === undefined ? checked : { ...checked, attachments };
      };
      const { warnings } = await visit.change(
        'invoice update',
        { id, fields: form.fields },
        (ctx: CorrectScope) => correctDraft(ctx, id, edit),
      );
      const said = [visit.words.draft.saved, tellWarnings(visit.language, warnings)].join(' ');
      return { to: visit.href(`/invoices/${id}`), say: said };
    },
  },
  view: ({ id, given, customer }, visit) => ({
    title: visit.words.draft.draft,
    scripts: [CODES_SCRIPT],
    main: (
      <>
        <Head title={customer} note={visit.words.draft.draft} />
        <DraftForm given={given} customer={customer} act="save" back={visit.href(`/invoices/${id}`)} />
      </>
    ),
  }),
});
