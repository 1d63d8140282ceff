// What the sections of a preview share: figures, fields under their names, taxes.
import { useVisit } from '../../context.ts';
import type { ComponentChildren, VNode } from 'preact';
import type { FilingPreview, PreviewTax } from '../../../../generated/types.ts';
import { figure } from '../../format.ts';
import { Day, Small } from '../../parts/show.tsx';
import type { Visit } from '../../visit.ts';
import { Derived } from '../documents/content.tsx';
import { exactSum, isDay, nameOf, valueText } from './field-words.ts';

/** As it is now, with what is decided when it is filed; of an earlier request without that. */
export type ShownPreview = Omit<FilingPreview, 'risk_flags' | 'checks' | 'fixed_at_approval'> &
  Partial<Pick<FilingPreview, 'fixed_at_approval'>>;

export interface Part {
  readonly preview: ShownPreview;
}

type Row = readonly [string, ComponentChildren];
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isFields(value) && Object.values(value).every(isEmpty));

/** A figure as people read it, with what the file says for whoever compares. */
export const Sum = ({ value, currency }: { value: number; currency: string }): VNode => {
  const visit = useVisit();
  return (
    <data class={value < 0 ? 'money negative' : 'money'} value={String(value)}>
      {exactSum(visit.language, value, currency)}
      <abbr>{currency}</abbr>
    </data>
  );
};

export const Value = ({
  name,
  value,
  currency,
}: {
  name: string;
  value: unknown;
  currency: string;
}): VNode => {
  const visit = useVisit();
  if (isDay(name, value)) return <Day value={value} />;
  if (Array.isArray(value))
    return (
      <>
        {value.map((item: unknown) => (
          <div>
            <Value name={name} value={item} currency={currency} />
          </div>
        ))}
      </>
    );
  if (isFields(value))
    return (
      <>
        {Object.entries(value)
          .filter(([, inner]) => !isEmpty(inner))
          .map(([key, inner]) => (
            <div>
              <small>{nameOf(visit.language, key)}</small>{' '}
              <Value name={key} value={inner} currency={currency} />
            </div>
          ))}
      </>
    );
  const text = valueText(visit.language, name, value, currency);
  return typeof value === 'number' ? <data value={String(value)}>{text}</data> : <>{text}</>;
};

/** Every field that says something, under its name. */
export const rowsOf = (
  visit: Visit,
  fields: object,
  currency: string,
  {
    skip = [],
    derived,
  }: { readonly skip?: readonly string[]; readonly derived?: ShownPreview['derived'] } = {},
): Row[] =>
  Object.entries(fields)
    .filter(([name, value]) => !skip.includes(name) && !isEmpty(value))
    .map(([name, value]): Row => [
      nameOf(visit.language, name),
      <Derived of={derived ?? []} path={`country_details.${name}`}>
        <Value name={name} value={value} currency={currency} />
      </Derived>,
    ]);

export const taxText = (visit: Visit, { tax, category, factor, rate, withheld }: PreviewTax): string => {
  const { document: words } = visit.words;
  const size =
    factor === 'exempt'
      ? words.exempt
      : rate === null
        ? ''
        : `${figure(visit.language, rate)}${factor === 'quota' ? '' : ' %'}`;
  return `${tax} ${size} (${category})${withheld ? `, ${words.retained}` : ''}`.replaceAll('  ', ' ');
};

export const Tax = ({ tax, currency }: { tax: PreviewTax; currency: string }): VNode => {
  const visit = useVisit();
  return (
    <div>
      {taxText(visit, tax)}
      {tax.amount !== null && (
        <>
          {' '}
          <Sum value={tax.withheld ? -tax.amount : tax.amount} currency={currency} />
        </>
      )}
      {tax.base !== null && (
        <>
          {' '}
          <small>
            {nameOf(visit.language, 'base')} <Sum value={tax.base} currency={currency} />
          </small>
        </>
      )}
      {[tax.reason_code, tax.reason]
        .filter((text) => text !== null)
        .map((text) => (
          <Small>{text}</Small>
        ))}
    </div>
  );
};
