// A bill that a person writes down, as create_bill takes it.
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
import { checkParams } from '../../../base/arguments/check.ts';
import { createBill } from '../../../domain/documents/bills/create.ts';
import type { EntityChange } from '../../../domain/ground/change/change.ts';
import { companyPage, actBy } from '../../page.ts';
import { SaveOrLeave, ActForm } from '../../parts/form.tsx';
import {
  filledRows,
  type Looks,
  type ParamName,
  Params,
  readParams,
  rowsOf,
  typedRows,
} from '../../parts/param.tsx';
import { partOf } from '../../parts/part-of.ts';
import { headed } from '../../parts/show.tsx';
import type { CompanyVisit } from '../../visit.ts';

type CreateScope = EntityChange<ErrorsOf<'create_bill'>, WarningsOf<'create_bill'>>;

/** Rows of the form; one more appears with each that is filled. */
const LEAST_ROWS = 3;
const MOST_ROWS = 30;

const { inputSchema: BILL } = TOOLS.create_bill;
const LINE = partOf(BILL, 'line_items');

const headLooks = ({
  words: { common: words, bill: own },
  books,
  entity,
}: CompanyVisit): Looks<ParamName<'create_bill'>> => ({
  counterparty_name: { label: words.supplier, required: true },
  bill_number: own.billNumber,
  series: own.series,
  title: words.title,
  issue_date: { label: words.issued, value: books.today },
  due_date: { label: words.due, hint: own.dueHint },
  currency: { label: words.currency, value: entity.currency },
  delivery_date: own.delivered,
  prepaid_amount: own.prepaid,
  payee_account: { label: own.payee, hint: own.accountHint },
});

/** `named`: what a field is called where its line is not seen beside it. */
const lineLooks = (
  { words: all }: CompanyVisit,
  at: number,
  named = (label: string): string => label,
): Looks => {
  const { common: words } = all;
  const required = at === 0;
  return {
    description: { label: words.description, name: `description_${at}`, required, wide: true },
    quantity: { label: named(words.quantity), name: `quantity_${at}`, hint: '1' },
    unit_price: { label: named(words.price), name: `price_${at}`, required },
    tax_rate: { label: named(all.bill.taxRate), name: `rate_${at}` },
    tax_amount: { label: named(all.bill.taxAmount), name: `tax_${at}` },
  };
};

export const newBill = companyPage({
  path: '/bills/new',
  role: 'accountant',
  query: ({ sent }) => Promise.resolve(rowsOf(filledRows(sent, MOST_ROWS), LEAST_ROWS, MOST_ROWS)),
  acts: {
    make: actBy('accountant', async (visit, form) => {
      const { line, made } = visit.words.bill;
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
    }),
  },
  view: (rows, visit) => {
    const { common: words, bill: own } = visit.words;
    return headed({
      title: own.make,
      main: (
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
          <SaveOrLeave back={visit.href('/bills')} />
        </ActForm>
      ),
    });
  },
});
