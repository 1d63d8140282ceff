// The form of a draft: what most invoices say. What it does not show of a draft that is corrected stays as it is.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { typedFigure } from '../../format.ts';
import { ActForm, Area, Field, Figure, Select } from '../../parts/form.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { detailText } from '../documents/content.tsx';
import { FindCode } from './codes.tsx';
import { draftWords } from '../../../../generated/texts/draft.ts';
import { codeFields, type Given, type GivenLine, headFields, isClearance, MOST_ROWS } from './read-draft.ts';

const LEAST_ROWS = 3;

interface DraftProps {
  readonly given: Given;
  readonly customer: string;
  readonly act: string;
  readonly back: string;
}

const rowsOf = ({ sent }: CompanyVisit, given: Given): number => {
  const typed = Array.from({ length: MOST_ROWS }, (_, at) => at).filter(
    (at) => (sent?.text(`description_${at}`) ?? '') !== '',
  );
  const filled = sent === undefined ? (given.line_items?.length ?? 0) : (typed.at(-1) ?? -1) + 1;
  return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, filled + 1));
};

const Details = ({ given }: Pick<DraftProps, 'given'>): VNode => {
  const visit = useCompany();
  const details: Readonly<Record<string, unknown>> = { ...given.country_details };
  const detail = (name: string): string | null => {
    const value = details[name];
    return typeof value === 'string' ? value : null;
  };
  return (
    <>
      {headFields(visit).map((name) =>
        name === 'payment_method' ? (
          <Select
            name={name}
            label={detailText(visit, name)}
            any="–"
            value={detail(name)}
            choices={(['PUE', 'PPD'] as const).map((value) => ({
              value,
              text: `${value} ${draftWords(visit.language).methods[value]}`,
            }))}
          />
        ) : (
          <Field
            name={name}
            label={detailText(visit, name)}
            value={detail(name)}
            required={name === 'buyer_reference' && visit.entity.country_code === 'DE'}
            maxlength={100}
          />
        ),
      )}
    </>
  );
};

const HeadFields = ({ given, customer }: Pick<DraftProps, 'given' | 'customer'>): VNode => {
  const visit = useCompany();
  const words = commonWords(visit.language);
  const own = draftWords(visit.language);
  return (
    <div class="fields card">
      <Field
        name="counterparty"
        label={words.customer}
        value={customer}
        required
        maxlength={254}
        hint={own.customerHint}
        wide
      />
      <Field name="title" label={words.title} value={given.title} maxlength={200} />
      <Field
        name="currency"
        label={words.currency}
        value={given.currency ?? visit.entity.currency}
        maxlength={3}
      />
      <Field
        name="issue_date"
        type="date"
        label={words.issued}
        value={given.issue_date}
        hint={own.issueHint}
      />
      <Figure
        name="payment_terms_days"
        label={own.terms}
        value={given.payment_terms_days === undefined ? null : String(given.payment_terms_days)}
        hint={own.termsHint}
      />
      <Details given={given} />
      {!isClearance(visit) && (
        <Field name="order_reference" label={own.order} value={given.order_reference} maxlength={100} />
      )}
      <Area name="notes" label={words.notes} value={given.notes} maxlength={2000} />
    </div>
  );
};

export const DraftForm = ({ given, customer, act, back }: DraftProps): VNode => {
  const visit = useCompany();
  const words = commonWords(visit.language);
  const own = draftWords(visit.language);
  return (
    <ActForm act={act} label={own.draft}>
      <HeadFields given={given} customer={customer} />
      {Array.from({ length: rowsOf(visit, given) }, (_, at) => (
        <Line at={at} line={given.line_items?.[at]} />
      ))}
      <p class="quiet">{own.moreLines}</p>
      <div class="buttons">
        <button>{words.save}</button>
        <a class="button quiet" href={back}>
          {words.cancel}
        </a>
      </div>
    </ActForm>
  );
};

const Line = ({ at, line }: { at: number; line: GivenLine | undefined }): VNode => {
  const visit = useCompany();
  const words = commonWords(visit.language);
  const own = draftWords(visit.language);
  const details: Readonly<Record<string, unknown>> = { ...line?.country_details };
  const figureOf = (value: number | undefined): string | null =>
    value === undefined ? null : typedFigure(visit.language, value);
  const detail = (name: string): string | null => {
    const value = details[name];
    return typeof value === 'number' ? typedFigure(visit.language, value) : null;
  };
  const percent =
    line?.discount !== undefined && 'percent' in line.discount ? line.discount.percent : undefined;
  return (
    <fieldset>
      <legend>{own.line(String(at + 1))}</legend>
      <div class="fields">
        <Field
          name={`description_${at}`}
          label={words.description}
          value={line?.description}
          required={at === 0}
          wide
          maxlength={1000}
        />
        <Figure name={`quantity_${at}`} label={words.quantity} value={figureOf(line?.quantity)} hint="1" />
        <Figure
          name={`price_${at}`}
          label={words.price}
          value={figureOf(line?.unit_price)}
          required={at === 0}
        />
        <Figure name={`discount_${at}`} label={own.discount} value={figureOf(percent)} hint="%" />
        <Figure name={`rate_${at}`} label={own.rate} value={detail('tax_rate')} hint={own.rateHint} />
        <Codes at={at} line={line} />
      </div>
    </fieldset>
  );
};

const Codes = ({ at, line }: { at: number; line: GivenLine | undefined }): VNode => {
  const visit = useCompany();
  const own = draftWords(visit.language);
  const [code, unit] = codeFields(visit);
  const details: Readonly<Record<string, unknown>> = { ...line?.country_details };
  const detail = (name: string): string | null => {
    const value = details[name];
    return typeof value === 'string' ? value : null;
  };
  const asked = (name: string, known: string): string | null =>
    visit.url.searchParams.get(`${name}_${at}`) ?? detail(known);
  return (
    <>
      <Field
        name={`code_${at}`}
        label={own.codes[code === 'sat_product_code' ? 'product' : 'exemption']}
        value={asked('code', code)}
        maxlength={30}
      />
      <FindCode name="code" at={at} />
      <Field name={`unit_${at}`} label={own.unit} value={asked('unit', unit)} maxlength={5} />
      <FindCode name="unit" at={at} />
    </>
  );
};
