// A bill that a person writes down, as create_bill takes it.
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
import { checkParams } from '../../../base/arguments/check.ts';
import { createBill } from '../../../domain/documents/bills/create.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { companyPage } from '../../page.ts';
import { ActForm } from '../../parts/form.tsx';
import {
  filledRows,
  type Looks,
  type ParamName,
  Params,
  readParams,
  partOf,
  rowsOf,
  typedRows,
} from '../../parts/param.tsx';
import { Head } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { billWords } from '../../../../generated/texts/bill.ts';

type CreateScope = EntityChange<ErrorsOf<'create_bill'>, WarningsOf<'create_bill'>>;

/** Rows of the form; one more appears with each that is filled. */
const LEAST_ROWS = 3;
const MOST_ROWS = 30;

const { inputSchema: BILL } = TOOLS.create_bill;
const LINE = partOf(BILL, 'line_items');

const headLooks = ({ language, books, entity }: CompanyVisit): Looks<ParamName<'create_bill'>> => {
  const words = commonWords(language);
  const own = billWords(language);
  return {
    counterparty_name: { label: words.supplier, required: true },
    bill_number: own.billNumber,
    series: own.series,
    title: words.title,
    issue_date: { label: words.issued, value: books.today },
    due_date: { label: words.due, hint: own.dueHint },
    currency: { label: words.currency, value: entity.currency },
  };
};

/** `named`: what a field is called where its line is not seen beside it. */
const lineLooks = (
  { language }: CompanyVisit,
  at: number,
  named = (label: string): string => label,
): Looks => {
  const words = commonWords(language);
  const required = at === 0;
  return {
    description: { label: words.description, name: `description_${at}`, required, wide: true },
    quantity: { label: named(words.quantity), name: `quantity_${at}`, hint: '1' },
    unit_price: { label: named(words.price), name: `price_${at}`, required },
    tax_amount: { label: named(billWords(language).taxAmount), name: `tax_${at}` },
  };
};

export const newBill = companyPage({
  path: '/bills/new',
  role: 'accountant',
  query: ({ sent }) => Promise.resolve(rowsOf(filledRows(sent, MOST_ROWS), LEAST_ROWS, MOST_ROWS)),
  acts: {
    make: {
      role: 'accountant',
      run: async (visit, form) => {
        const { line, made } = billWords(visit.language);
        const named = (at: number) => (label: string) => `${line(String(at + 1))}, ${label}`;
        const given = {
          ...readParams(visit, form, BILL, { ...headLooks(visit), notes: '' }),
          line_items: typedRows(form, MOST_ROWS).map((at) =>
            readParams(visit, form, LINE, lineLooks(visit, at, named(at))),
          ),
        };
        const params = checkParams(TOOLS.create_bill, given, visit.entity);
        const { result } = await visit.change('create_bill', params, (ctx: CreateScope) =>
          createBill(ctx, params),
        );
        return { to: visit.href(`/bills/${result.header.id}`), say: made };
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
              <Params of={BILL} looks={headLooks(visit)} />
            </div>
            {rows.map((at) => (
              <fieldset>
                <legend>{own.line(String(at + 1))}</legend>
                <div class="fields">
                  <Params of={LINE} looks={lineLooks(visit, at)} />
                </div>
              </fieldset>
            ))}
            <Params of={BILL} looks={{ notes: words.notes }} />
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
