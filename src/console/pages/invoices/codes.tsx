// The codes of a line by words: a page of its own, of which a script shows the list beside the field.
import { useCompany } from '../../context.ts';
import type { VNode } from 'preact';
import { COUNTRIES } from '../../../../generated/countries.ts';
import { normaliseName } from '../../../base/names/normalise.ts';
import { nearestProducts } from '../../../einvoicing/mx-cfdi/catalogs/product-search.ts';
import { findProduct } from '../../../einvoicing/mx-cfdi/catalogs/products.ts';
import { findUnit, nearestUnits } from '../../../einvoicing/mx-cfdi/catalogs/units.ts';
import { companyPage } from '../../page.ts';
import { Field } from '../../parts/form.tsx';
import { Head } from '../../parts/show.tsx';
import { Table } from '../../parts/table.tsx';
import type { CompanyVisit } from '../../visit.ts';
import { codeFields, isClearance, MOST_ROWS } from './read-draft.ts';

interface Found {
  readonly code: string;
  readonly text: string;
}

type Kind = 'product' | 'unit' | 'exemption';

const MOST_FOUND = 12;
const MOST_TEXT = 200;

export const CODES_SCRIPT = 'codes.js';

const findCodes = (visit: CompanyVisit, kind: Kind, query: string): readonly Found[] => {
  const { today } = visit.books;
  if (kind === 'product') {
    const exact = findProduct(query, today);
    const found = exact === undefined ? nearestProducts(query, MOST_FOUND) : [exact];
    return found.map(({ code, description }) => ({ code, text: description }));
  }
  if (kind === 'unit' && isClearance(visit)) {
    const exact = findUnit(query.toUpperCase(), today);
    const found = exact === undefined ? nearestUnits(query, MOST_FOUND) : [exact];
    return found.map(({ code, name }) => ({ code, text: name }));
  }
  const { units, exemptions } = visit.words.codes;
  const allowed = COUNTRIES[visit.entity.country_code].tax.exemption_reasons ?? {};
  const all = Object.entries(kind === 'unit' ? units : exemptions)
    .map(([code, text]) => ({ code, text }))
    .filter(({ code }) => kind === 'unit' || Object.hasOwn(allowed, code));
  const wanted = normaliseName(query);
  const near = all.filter(({ code, text }) => normaliseName(`${code} ${text}`).includes(wanted));
  return near.length === 0 ? all : near;
};

const kindOf = (visit: CompanyVisit, field: string): Kind =>
  field === 'unit' ? 'unit' : codeFields(visit)[0] === 'sat_product_code' ? 'product' : 'exemption';

/** The field of the form that a code is looked for: `code_0`, `unit_0`. */
const FIELD = /^(code|unit)_(\d{1,2})$/;

export const codesPage = companyPage({
  path: '/invoices/codes',
  role: 'accountant',
  query: ({ url: { searchParams } }) => {
    const [field = 'code_0', name = 'code', at = '0'] = FIELD.exec(searchParams.get('field') ?? '') ?? [];
    const draft = /^invc_[0-9a-z]{26}$/.exec(searchParams.get('draft') ?? '')?.[0];
    const query = (searchParams.get('query') ?? '').trim().slice(0, MOST_TEXT);
    return Promise.resolve(Number(at) < MOST_ROWS ? { field, name, draft, query } : undefined);
  },
  view: ({ field, name, draft, query }, visit) => {
    const { codes: own } = visit.words;
    const kind = kindOf(visit, name);
    const back = visit.href(draft === undefined ? '/invoices/new' : `/invoices/${draft}/edit`);
    return {
      title: own[kind],
      main: (
        <>
          <Head title={own[kind]} />
          <form class="filters" method="get" action={visit.url.pathname} role="search">
            <input type="hidden" name="field" value={field} />
            {draft !== undefined && <input type="hidden" name="draft" value={draft} />}
            <Field
              name="query"
              type="search"
              label={visit.words.common.description}
              value={query}
              hint={own.hint}
              maxlength={MOST_TEXT}
            />
            <div class="buttons">
              <button>{own[kind]}</button>
              <a href={back}>{visit.words.common.cancel}</a>
            </div>
          </form>
          <div id="codes">
            <Table<Found>
              caption={own.found}
              rows={kind === 'product' && query === '' ? [] : findCodes(visit, kind, query)}
              empty={own.none}
              columns={[
                {
                  head: own.code,
                  main: true,
                  cell: ({ code }) => (
                    <a href={`${back}?${field}=${code}`} data-code={code}>
                      {code}
                    </a>
                  ),
                },
                { head: own.meaning, cell: ({ text }) => text },
              ]}
            />
          </div>
        </>
      ),
    };
  },
});

/** Leads from a field of the form to the search; with the script, the list opens below it. */
export const FindCode = ({ name, at }: { name: string; at: number }): VNode => {
  const visit = useCompany();
  const field = `${name}_${at}`;
  const draft = visit.params['document'];
  const query = new URLSearchParams({ field, ...(draft === undefined ? {} : { draft }) });
  return (
    <div class="field">
      <a
        href={visit.href(`/invoices/codes?${query.toString()}`)}
        data-find={field}
        data-text={`description_${at}`}
      >
        {visit.words.codes[kindOf(visit, name)]}
      </a>
      <div id={`found-${field}`} aria-live="polite" />
    </div>
  );
};
