// The fields of a counterparty, as create_counterparty names them: those of its country and of the company's.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { detailFields } from '../../../../generated/countries.ts';
import { TOOLS } from '../../../../generated/dispatch.ts';
import type { Counterparty } from '../../../../generated/types.ts';
import type { Form } from '../../form.ts';
import { ActForm } from '../../parts/form.tsx';
import { type Looks, type ParamName, Params, partOf, readParams } from '../../parts/param.tsx';
import { sampleOf } from '../../samples.ts';
import type { CompanyVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { counterpartyWords } from '../../../../generated/texts/counterparty.ts';

const fieldsOf = (country: string): string[] => Object.keys(detailFields('counterparty', country));

const fieldText = ({ language }: CompanyVisit, field: string): string => {
  const names: Readonly<Record<string, string>> = counterpartyWords(language).fields;
  return names[field] ?? field;
};

const SCHEMA = TOOLS.create_counterparty.inputSchema;
const DETAILS = partOf(SCHEMA, 'country_details');

interface Given extends Partial<
  Pick<Counterparty, 'name' | 'postal_code' | 'email' | 'is_customer' | 'is_supplier'>
> {
  readonly country_details?: Counterparty['country_details'] | Readonly<Record<string, string>>;
}

type Named = Looks<ParamName<'create_counterparty'>>;

const headLooks = ({ language }: CompanyVisit, country: string, of: Given = {}): Named => {
  const words = commonWords(language);
  const own = counterpartyWords(language);
  return {
    name: { label: words.name, value: of.name, wide: true },
    country_code: { label: own.country, value: country, required: true },
    postal_code: { label: own.postalCode, value: of.postal_code },
    email: { label: words.email, value: of.email, type: 'email' },
  };
};

const detailLooks = (visit: CompanyVisit, country: string, { country_details }: Given = {}): Looks => {
  const values: Readonly<Record<string, string | null | undefined>> = { ...country_details };
  return Object.fromEntries(
    fieldsOf(country).map((field) => [
      field,
      { label: fieldText(visit, field), name: `detail_${field}`, value: values[field] },
    ]),
  );
};

const roleLooks = (
  { language }: CompanyVisit,
  { is_customer = true, is_supplier = false }: Given = {},
): Named => {
  const own = counterpartyWords(language);
  return {
    is_customer: { label: own.isCustomer, value: is_customer },
    is_supplier: { label: own.isSupplier, value: is_supplier },
  };
};

const countryOf = ({ entity }: CompanyVisit, form: Form | undefined, before?: string): string =>
  (form?.optional('country_code') ?? before ?? entity.country_code).toUpperCase();

/** What was typed, as the tool takes it; absent fields stay as they are. */
export const readCounterparty = (visit: CompanyVisit, form: Form) => {
  const country = countryOf(visit, form);
  const typed = Object.entries(readParams(visit, form, DETAILS, detailLooks(visit, country)));
  const details = typed.filter(([, value]) => value !== undefined);
  return {
    ...readParams(visit, form, SCHEMA, { ...headLooks(visit, country), ...roleLooks(visit) }),
    country_code: country,
    ...(details.length === 0 ? {} : { country_details: Object.fromEntries(details) }),
  };
};

export const CounterpartyForm = ({ of, act }: { of: Counterparty | undefined; act: string }): VNode => {
  const visit = useCompany();
  const words = commonWords(visit.language);
  const country = countryOf(visit, visit.sent, of?.country_code);
  const sample = of === undefined ? sampleOf(visit.url, country)?.customer : undefined;
  const given: Given = of ?? {
    ...sample,
    ...(sample === undefined ? {} : { country_details: sample.details }),
  };
  return (
    <ActForm act={act} label={of?.name ?? counterpartyWords(visit.language).make}>
      <div class="fields card">
        <Params of={SCHEMA} looks={headLooks(visit, country, given)} />
        <Params of={DETAILS} looks={detailLooks(visit, country, given)} />
        <Params of={SCHEMA} looks={roleLooks(visit, given)} />
      </div>
      <div class="buttons">
        <button>{words.save}</button>
        <a
          class="button quiet"
          href={visit.href(of === undefined ? '/counterparties' : `/counterparties/${of.id}`)}
        >
          {words.cancel}
        </a>
      </div>
    </ActForm>
  );
};

export const detailRows = (
  visit: CompanyVisit,
  { country_details }: Counterparty,
): [string, string | null][] =>
  Object.entries(country_details).map(([field, value]) => [fieldText(visit, field), value ?? null]);
