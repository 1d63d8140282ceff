// The companies of the organisation, and a new one.
import { listed } from '../../list-page.tsx';
import { countryName } from '../../format.ts';
import { useOrganisation } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import { COUNTRIES } from '../../../../generated/countries.ts';
import { createEntity } from '../../../domain/ground/entities/create.ts';
import { organisationPage } from '../../page.ts';
import { ActForm, Field, Select } from '../../parts/form.tsx';
import { Go, headed } from '../../parts/show.tsx';
import { hasSample, sampleOf } from '../../samples.ts';
import type { OrganisationVisit } from '../../visit.ts';
import { DetailFields, readDetails } from './details.tsx';

export const companyList = organisationPage({
  path: '/settings/companies',
  role: 'viewer',
  query: (visit) => Promise.resolve(visit.companies),
  view: (companies, visit) => {
    const { settings: words, common } = visit.words;
    return listed(
      { data: companies },
      {
        title: words.companies,
        none: common.none,
        buttons: visit.may('administrator') && <Go to="/settings/companies/new" text={words.newCompany} />,
        columns: [
          { head: common.name, link: ({ id, name }) => [`/settings/companies/${id}`, name] },
          { head: words.country, cell: ({ country_code }) => countryName(visit.language, country_code) },
          { head: words.taxId, cell: ({ tax_id }) => tax_id },
          { head: common.currency, cell: ({ currency }) => currency },
          { head: words.timeZone, cell: ({ time_zone }) => time_zone },
        ],
      },
    );
  },
});

/** Countries that are complete, and those that the configuration enables. */
const countriesOf = ({ parts, language }: OrganisationVisit): { value: string; text: string }[] => {
  return Object.values(COUNTRIES)
    .filter(({ status, country }) => status === 'full' || parts.config.enabled_countries.includes(country))
    .map(({ country }) => ({ value: country, text: countryName(language, country) }));
};

export const newCompany = organisationPage({
  path: '/settings/companies/new',
  role: 'administrator',
  query: (visit) =>
    Promise.resolve(visit.url.searchParams.get('country') ?? visit.sent?.optional('country') ?? null),
  acts: {
    make: async (visit, form) => {
      const { settings: words } = visit.words;
      const wanted = {
        name: form.text('name'),
        country: form.text('country'),
        tax_id: form.optional('tax_id') ?? null,
        postal_code: form.optional('postal_code') ?? null,
        time_zone: form.optional('time_zone') ?? null,
        details: readDetails(form),
      };
      const act = visit.act('entity create', wanted);
      const { result, warnings } = await visit.parts.books.transaction((open) =>
        createEntity(open, visit.organisation.id, wanted, act, visit.parts.config.enabled_countries),
      );
      const first = visit.companies.length === 0;
      const said = warnings.length === 0 ? words.made : words.savedWith(warnings.join(' '));
      return { to: first ? '/' : `/settings/companies/${result.id}`, say: said };
    },
  },
  view: (country, visit) => {
    const { settings: words } = visit.words;
    return headed({
      title: words.newCompany,
      main: country === null ? <Countries /> : <NewForm country={country} />,
    });
  },
});

/** The country decides which fields there are, so it is asked first. */
const Countries = (): VNode => {
  const visit = useOrganisation();
  return (
    <div class="columns">
      {countriesOf(visit).map(({ value, text }) => (
        <Go
          to={`/settings/companies/new?country=${value}${visit.url.searchParams.has('first') && hasSample(value) ? '&sample=1' : ''}`}
          text={text}
          quiet
        />
      ))}
    </div>
  );
};

const NewForm = ({ country }: { country: string }): VNode => {
  const visit = useOrganisation();
  const { settings: words, common } = visit.words;
  const sample = sampleOf(visit.url, country)?.company;
  return (
    <ActForm act="make" label={words.newCompany}>
      {sample === undefined && hasSample(country) && visit.companies.length === 0 && (
        <p>
          <a href={`/settings/companies/new?country=${country}&sample=1`}>{words.fillSample}</a>
        </p>
      )}
      <div class="fields card">
        <Field
          name="name"
          label={common.name}
          value={sample?.name}
          required
          maxlength={CHARACTERS.name}
          wide
        />
        <Select name="country" label={words.country} value={country} choices={countriesOf(visit)} />
        <Field
          name="tax_id"
          label={words.taxId}
          value={sample?.tax_id}
          maxlength={CHARACTERS.tax_id}
          required={country === 'MX'}
        />
        <Field
          name="postal_code"
          label={words.postalCode}
          value={sample?.postal_code}
          maxlength={CHARACTERS.postal_code}
          required
        />
        <Field
          name="time_zone"
          label={words.timeZone}
          hint={words.timeZoneHint}
          maxlength={CHARACTERS.time_zone}
        />
        <DetailFields country={country} details={sample?.details ?? {}} />
      </div>
      <div class="buttons">
        <button>{common.save}</button>
      </div>
    </ActForm>
  );
};
