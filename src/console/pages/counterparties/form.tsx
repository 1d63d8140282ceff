// The fields of a counterparty, as create_counterparty names them: those of its country and of the company's.
import { headed } from '../../parts/show.tsx';
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { detailFields } from '../../../../generated/countries.ts';
import { type ErrorsOf, TOOLS, type WarningsOf } from '../../../../generated/dispatch.ts';
import type { Form } from '../../form.ts';
import { SaveOrLeave, ActForm } from '../../parts/form.tsx';
import { type Look, type Looks, type ParamName, Params, readParams } from '../../parts/param.tsx';
import { partOf } from '../../parts/part-of.ts';
import { sampleOf } from '../../samples.ts';
import type { CompanyVisit } from '../../visit.ts';
import { checkParams } from '../../../base/arguments/check.ts';
import type { EntityChange, Warning } from '../../../domain/ground/change/change.ts';
import { createCounterparty } from '../../../domain/parties/counterparties/create.ts';
import {
  type CounterpartyFacts,
  counterpartyFacts,
} from '../../../domain/parties/counterparties/describe.ts';
import { findCounterparty } from '../../../domain/parties/counterparties/store/counterparties.ts';
import {
  CLEARABLE,
  type UpdateCounterpartyScope,
  updateCounterparty,
} from '../../../domain/parties/counterparties/update.ts';
import { companyPage } from '../../page.ts';
import { tellWarnings } from '../../tell.ts';

const fieldsOf = (country: string): string[] => Object.keys(detailFields('counterparty', country));

const fieldText = ({ words: all }: CompanyVisit, field: string): string => {
  const names: Readonly<Record<string, string>> = all.counterparty.fields;
  return names[field] ?? field;
};

const SCHEMA = TOOLS.create_counterparty.inputSchema;
const DETAILS = partOf(SCHEMA, 'country_details');

interface Given extends Partial<
  Pick<CounterpartyFacts, 'name' | 'postal_code' | 'payment_terms' | 'email' | 'is_customer' | 'is_supplier'>
> {
  readonly country_details?: CounterpartyFacts['country_details'] | Readonly<Record<string, string>>;
}

type Own = ParamName<'create_counterparty'>;
/** What the company, the country and the call itself decide is asked for elsewhere. */
type Asked = Exclude<Own, 'entity_id' | 'country_details' | 'dry_run'>;
type Role = Extract<Own, `is_${string}`>;
/** A parameter without its field does not compile. */
type All<N extends string> = Readonly<Record<N, string | Look>>;

const headLooks = (
  { words: { common: words, counterparty: own } }: CompanyVisit,
  country: string,
  of: Given = {},
): All<Exclude<Asked, Role>> => ({
  name: { label: words.name, value: of.name, wide: true },
  country_code: { label: own.country, value: country, required: true },
  postal_code: { label: own.postalCode, value: of.postal_code },
  email: { label: words.email, value: of.email, type: 'email' },
  payment_terms: { label: own.paymentTerms, value: of.payment_terms },
});

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
  { words: all }: CompanyVisit,
  { is_customer = true, is_supplier = false }: Given = {},
): All<Role> => {
  const { counterparty: own } = all;
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

export const CounterpartyForm = ({ of, act }: { of: CounterpartyFacts | undefined; act: string }): VNode => {
  const visit = useCompany();
  const country = countryOf(visit, visit.sent, of?.country_code);
  const sample = of === undefined ? sampleOf(visit.url, country)?.customer : undefined;
  const given: Given = of ?? {
    ...sample,
    ...(sample === undefined ? {} : { country_details: sample.details }),
  };
  return (
    <ActForm act={act} label={of?.name ?? visit.words.counterparty.make}>
      <div class="fields card">
        <Params of={SCHEMA} looks={headLooks(visit, country, given)} />
        <Params of={DETAILS} looks={detailLooks(visit, country, given)} />
        <Params of={SCHEMA} looks={roleLooks(visit, given)} />
      </div>
      <SaveOrLeave back={visit.href(of === undefined ? '/counterparties' : `/counterparties/${of.id}`)} />
    </ActForm>
  );
};

const detailRows = (visit: CompanyVisit, { country_details }: CounterpartyFacts): [string, string | null][] =>
  Object.entries(country_details).map(([field, value]) => [fieldText(visit, field), value ?? null]);

/** What a person reads of it: all that a form asks for, and the tax id. A field without its row does not compile. */
export const factRows = (visit: CompanyVisit, of: CounterpartyFacts): [string, string | null][] => {
  const { common: words, counterparty: own } = visit.words;
  const rows = {
    tax_id: [own.taxId, of.tax_id],
    email: [words.email, of.email],
    country_code: [own.country, of.country_code],
    postal_code: [own.postalCode, of.postal_code],
    payment_terms: [own.paymentTerms, of.payment_terms ?? null],
    is_customer: [own.isCustomer, of.is_customer ? words.yes : words.no],
    is_supplier: [own.isSupplier, of.is_supplier ? words.yes : words.no],
  } satisfies Record<Exclude<Asked, 'name'> | 'tax_id', [string, string | null]>;
  return [...Object.values(rows), ...detailRows(visit, of)];
};

type CreateScope = EntityChange<ErrorsOf<'create_counterparty'>, WarningsOf<'create_counterparty'>>;

/** Warnings do not stop a change, but a person reads them. */
const saved = (
  { language, words: { counterparty: own } }: CompanyVisit,
  warnings: readonly Warning[],
): string => (warnings.length === 0 ? own.saved : own.warned(tellWarnings(language, warnings)));

export const newCounterparty = companyPage({
  path: '/counterparties/new',
  role: 'accountant',
  query: () => Promise.resolve({}),
  acts: {
    make: async (visit, form) => {
      const params = checkParams(TOOLS.create_counterparty, readCounterparty(visit, form), visit.entity);
      const { result, warnings } = await visit.change('create_counterparty', params, (ctx: CreateScope) =>
        createCounterparty(ctx, params),
      );
      const first = visit.url.searchParams.has('first');
      return { to: first ? '/' : visit.href(`/counterparties/${result.id}`), say: saved(visit, warnings) };
    },
  },
  view: (_none, visit) => {
    const { make } = visit.words.counterparty;
    return headed({ title: make, main: <CounterpartyForm of={undefined} act="make" /> });
  },
});

export const editCounterparty = companyPage({
  path: '/counterparties/:counterparty/edit',
  role: 'accountant',
  query: async ({ books, params }) => {
    const found = await findCounterparty(books, params['counterparty'] ?? '');
    return found === undefined ? undefined : counterpartyFacts(found);
  },
  acts: {
    save: async (visit, form) => {
      const id = visit.params['counterparty'] ?? '';
      const emptied = CLEARABLE.filter((field) => form.has(field) && form.optional(field) === undefined);
      const nothing = Object.fromEntries(emptied.map((field) => [field, null]));
      const patch = { ...readCounterparty(visit, form), ...nothing };
      const { warnings } = await visit.change(
        'counterparty update',
        { id, ...patch },
        (ctx: UpdateCounterpartyScope) => updateCounterparty(ctx, id, patch),
      );
      return { to: visit.href(`/counterparties/${id}`), say: saved(visit, warnings) };
    },
  },
  view: (counterparty, visit) =>
    headed({
      title: counterparty.name,
      note: visit.words.counterparty.filedNote,
      main: <CounterpartyForm of={counterparty} act="save" />,
    }),
});
