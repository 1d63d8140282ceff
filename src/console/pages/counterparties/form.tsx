// The fields of a counterparty, as create_counterparty names them: those of its country and of the company's.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { detailFields } from '../../../../generated/countries.ts';
import type { Counterparty } from '../../../../generated/types.ts';
import type { Form } from '../../form.ts';
import { ActForm, Field, Tick } from '../../parts/form.tsx';
import { sampleOf } from '../../samples.ts';
import type { CompanyVisit } from '../../visit.ts';
import { commonWords } from '../../../../generated/texts/common.ts';
import { counterpartyWords } from '../../../../generated/texts/counterparty.ts';

const fieldsOf = (country: string): string[] => Object.keys(detailFields('counterparty', country));

const fieldText = ({ language }: CompanyVisit, field: string): string => {
  const names: Readonly<Record<string, string>> = counterpartyWords(language).fields;
  return names[field] ?? field;
};

/** What was typed, as the tool takes it; absent fields stay as they are. */
export const readCounterparty = (visit: CompanyVisit, form: Form, before?: Counterparty) => {
  const country = (
    form.optional('country_code') ??
    before?.country_code ??
    visit.entity.country_code
  ).toUpperCase();
  const details = Object.fromEntries(
    fieldsOf(country).flatMap((field): [string, string][] => {
      const typed = form.text(`detail_${field}`);
      return typed === '' ? [] : [[field, typed]];
    }),
  );
  return {
    name: form.text('name'),
    country_code: country,
    email: form.optional('email'),
    postal_code: form.optional('postal_code'),
    is_customer: form.has('is_customer'),
    is_supplier: form.has('is_supplier'),
    ...(Object.keys(details).length === 0 ? {} : { country_details: details }),
  };
};

export const CounterpartyForm = ({ of, act }: { of: Counterparty | undefined; act: string }): VNode => {
  const visit = useCompany();
  const words = commonWords(visit.language);
  const own = counterpartyWords(visit.language);
  const country = (
    visit.sent?.optional('country_code') ??
    of?.country_code ??
    visit.entity.country_code
  ).toUpperCase();
  const sample = of === undefined ? sampleOf(visit.url, country)?.customer : undefined;
  return (
    <ActForm act={act} label={of?.name ?? own.make}>
      <div class="fields card">
        <Field
          name="name"
          label={words.name}
          value={of?.name ?? sample?.name}
          required
          maxlength={254}
          wide
        />
        <Field name="country_code" label={own.country} value={country} maxlength={2} required />
        <Field
          name="postal_code"
          label={own.postalCode}
          value={of?.postal_code ?? sample?.postal_code}
          maxlength={12}
        />
        <Field
          name="email"
          type="email"
          label={words.email}
          value={of?.email ?? sample?.email}
          maxlength={254}
        />
        <CountryFields country={country} values={{ ...sample?.details, ...of?.country_details }} />
        <Tick name="is_customer" label={own.isCustomer} checked={of?.is_customer ?? true} />
        <Tick name="is_supplier" label={own.isSupplier} checked={of?.is_supplier ?? false} />
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

const CountryFields = ({
  country,
  values,
}: {
  country: string;
  values: Readonly<Record<string, string | null | undefined>>;
}): VNode => {
  const visit = useCompany();
  return (
    <>
      {fieldsOf(country).map((field) => (
        <Field
          name={`detail_${field}`}
          label={fieldText(visit, field)}
          value={values[field]}
          maxlength={200}
        />
      ))}
    </>
  );
};
