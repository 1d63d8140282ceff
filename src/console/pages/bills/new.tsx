// A bill that a person writes down, as create_bill takes it.
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
import { checkParams } from '../../../base/arguments/check.ts';
import { createBill } from '../../../domain/documents/bills/create.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { optionalFigure, requiredFigure } from '../../amounts.ts';
import type { Form } from '../../form.ts';
import { companyPage } from '../../page.ts';
import { ActForm, Area, Field, Figure } from '../../parts/form.tsx';
import { Head } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { billWords } from '../../../../generated/texts/bill.ts';

type CreateScope = EntityChange<ErrorsOf<'create_bill'>, WarningsOf<'create_bill'>>;

/** Rows of the form; one more appears with each that is filled. */
const LEAST_ROWS = 3;
const MOST_ROWS = 30;

const rowsOf = (form: Form | undefined): number => {
  const filled = Array.from({ length: MOST_ROWS }, (_, at) => at).filter(
    (at) => (form?.text(`description_${at}`) ?? '') !== '',
  );
  return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, (filled.at(-1) ?? 0) + 2));
};

const readLines = (visit: CompanyVisit, form: Form) => {
  const words = commonWords(visit.language);
  const own = billWords(visit.language);
  return Array.from({ length: MOST_ROWS }, (_, at) => at)
    .filter((at) => ['description', 'price'].some((name) => form.text(`${name}_${at}`) !== ''))
    .map((at) => {
      const label = (text: string): string => `${own.line(String(at + 1))}, ${text}`;
      return {
        description: form.text(`description_${at}`),
        quantity: optionalFigure(visit, form, `quantity_${at}`, label(words.quantity)),
        unit_price: requiredFigure(visit, form, `price_${at}`, label(words.price)),
        tax_amount: optionalFigure(visit, form, `tax_${at}`, label(own.taxAmount)),
      };
    });
};

export const newBill = companyPage({
  path: '/bills/new',
  role: 'accountant',
  query: (visit) => Promise.resolve(rowsOf(visit.sent)),
  acts: {
    make: {
      role: 'accountant',
      run: async (visit, form) => {
        const given = {
          counterparty_name: form.optional('counterparty_name'),
          bill_number: form.text('bill_number'),
          series: form.optional('series'),
          title: form.optional('title'),
          issue_date: form.optional('issue_date'),
          due_date: form.optional('due_date'),
          currency: form.optional('currency')?.toUpperCase(),
          line_items: readLines(visit, form),
          notes: form.optional('notes'),
        };
        const params = checkParams(TOOLS.create_bill, given, visit.entity);
        const { result } = await visit.change('create_bill', params, (ctx: CreateScope) =>
          createBill(ctx, params),
        );
        return { to: visit.href(`/bills/${result.header.id}`), say: billWords(visit.language).made };
      },
    },
  },
  view: (rows, visit) => {
    const words = commonWords(visit.language);
    const own = billWords(visit.language);
    return {
      title: own.make,
      main: (
        <>
          <Head title={own.make} />
          <ActForm act="make">
            <div class="fields card">
              <Field name="counterparty_name" label={words.supplier} required maxlength={200} />
              <Field name="bill_number" label={own.billNumber} required maxlength={100} />
              <Field name="series" label={own.series} maxlength={25} />
              <Field name="title" label={words.title} maxlength={200} />
              <Field name="issue_date" type="date" label={words.issued} value={visit.books.today} />
              <Field name="due_date" type="date" label={words.due} hint={own.dueHint} />
              <Field name="currency" label={words.currency} value={visit.entity.currency} maxlength={3} />
            </div>
            {Array.from({ length: rows }, (_, at) => (
              <fieldset>
                <legend>{own.line(String(at + 1))}</legend>
                <div class="fields">
                  <Field
                    name={`description_${at}`}
                    label={words.description}
                    required={at === 0}
                    wide
                    maxlength={1000}
                  />
                  <Figure name={`quantity_${at}`} label={words.quantity} hint="1" />
                  <Figure name={`price_${at}`} label={words.price} required={at === 0} />
                  <Figure name={`tax_${at}`} label={own.taxAmount} />
                </div>
              </fieldset>
            ))}
            <Area name="notes" label={words.notes} />
            <div class="buttons">
              <button>{words.save}</button>
              <a class="button quiet" href={visit.href('/bills')}>
                {words.cancel}
              </a>
            </div>
          </ActForm>
        </>
      ),
    };
  },
});
