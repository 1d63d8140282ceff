// The form of a draft: what most invoices say. What it does not show of a draft that is corrected stays as it is.
import type { VNode } from 'preact';
import { useCompany } from '../../context.ts';
import { typedFigure } from '../../format.ts';
import { SaveOrLeave, ActForm, Field, Figure } from '../../parts/form.tsx';
import { filledRows, Params, rowsOf } from '../../parts/param.tsx';
import { partOf } from '../../parts/part-of.ts';
import { FindCode } from './codes.tsx';
import {
  codeLooks,
  detailLooks,
  type Given,
  type GivenLine,
  headLooks,
  INVOICE,
  INVOICE_DETAILS,
  LINE,
  LINE_DETAILS,
  lineLooks,
  MOST_ROWS,
  rateLooks,
  restLooks,
} from './read-draft.ts';

const LEAST_ROWS = 3;

interface DraftProps {
  readonly given: Given;
  readonly customer: string;
  readonly act: string;
  readonly back: string;
}

export const DraftForm = ({ given, customer, act, back }: DraftProps): VNode => {
  const visit = useCompany();
  const { sent } = visit;
  const { common: words, draft: own } = visit.words;
  const filled = sent === undefined ? (given.line_items?.length ?? 0) : filledRows(sent, MOST_ROWS);
  return (
    <ActForm act={act} label={own.draft}>
      <div class="fields card">
        <Field
          name="counterparty"
          label={words.customer}
          value={customer}
          required
          maxlength={partOf(INVOICE, 'counterparty_name').maxLength}
          hint={own.customerHint}
          wide
        />
        <Params of={INVOICE} looks={headLooks(visit, given)} />
        <Params of={INVOICE_DETAILS} looks={detailLooks(visit, given)} />
        <Params of={INVOICE} looks={restLooks(visit, given)} />
      </div>
      {rowsOf(filled, LEAST_ROWS, MOST_ROWS).map((at) => (
        <Line at={at} line={given.line_items?.[at]} />
      ))}
      <p class="quiet">{own.moreLines}</p>
      <SaveOrLeave back={back} />
    </ActForm>
  );
};

const Line = ({ at, line }: { at: number; line: GivenLine | undefined }): VNode => {
  const visit = useCompany();
  const { draft: own } = visit.words;
  const percent =
    line?.discount !== undefined && 'percent' in line.discount ? line.discount.percent : undefined;
  return (
    <fieldset>
      <legend>{own.line(String(at + 1))}</legend>
      <div class="fields">
        <Params of={LINE} looks={lineLooks(visit, at, line)} />
        <Figure
          name={`discount_${at}`}
          label={own.discount}
          value={percent === undefined ? null : typedFigure(visit.language, percent)}
          hint="%"
        />
        <Params of={LINE_DETAILS} looks={rateLooks(visit, at, line)} />
        {(['code', 'unit'] as const).map((which) => (
          <>
            <Params of={LINE_DETAILS} looks={codeLooks(visit, which, at, line)} />
            <FindCode name={which} at={at} />
          </>
        ))}
      </div>
    </fieldset>
  );
};
