// What a company decides for its books: how much a payment may differ, who lets bills and complements pass, how long files stay.
import type { VNode } from 'preact';
import { COUNTRIES } from '../../../../generated/countries.ts';
import { SERVICE } from '../../../../generated/service.ts';
import type { Entity, EntityDetails } from '../../../base/entity.ts';
import { toText } from '../../../base/money/decimal.ts';
import { retentionYears } from '../../../domain/ground/entities/retention.ts';
import { useOrganisation } from '../../context.ts';
import type { Form } from '../../form.ts';
import { exampleAmount, readFigure } from '../../format.ts';
import { Field, Figure, Select } from '../../parts/form.tsx';
import { FormProblem } from '../../problem.ts';
import type { OrganisationVisit } from '../../visit.ts';

const limitOf = ({ language, words: all }: OrganisationVisit, form: Form): { difference_limit?: string } => {
  const typed = form.text('difference_limit');
  if (typed === '') return {};
  const value = readFigure(language, typed);
  const label = all.settings.fields.difference_limit;
  if (value === undefined || value.s < 0 || value.gt(SERVICE.limits.max_difference_limit))
    throw new FormProblem({
      difference_limit: all.common.badFigure(label, typed, exampleAmount(language)),
    });
  return { difference_limit: toText(value) };
};

const MOST_YEARS = 99;

const retentionOf = (
  { words: { common, settings } }: OrganisationVisit,
  form: Form,
): Pick<EntityDetails, 'retention_years'> => {
  const typed = form.text('retention_years').trim();
  if (typed === '') return {};
  if (/^[1-9]\d?$/.test(typed)) return { retention_years: Number(typed) };
  const label = settings.fields.retention_years;
  throw new FormProblem({ retention_years: common.badFigure(label, typed, String(MOST_YEARS)) });
};

/** Who lets complements be filed without asking is kept with the choice. */
const complementsOf = (
  visit: OrganisationVisit,
  form: Form,
): Pick<EntityDetails, 'complements' | 'complements_granted_by'> => {
  const choice = form.text('complements');
  return choice === 'automatic' || choice === 'approval'
    ? { complements: choice, complements_granted_by: visit.member_id }
    : {};
};

const billsOf = (form: Form): Pick<EntityDetails, 'bills'> => {
  const choice = form.text('bills');
  return choice === 'automatic' || choice === 'person' ? { bills: choice } : {};
};

/** What the form says of them; an empty field changes nothing. */
export const readRules = (visit: OrganisationVisit, form: Form): Partial<EntityDetails> => ({
  ...limitOf(visit, form),
  ...complementsOf(visit, form),
  ...billsOf(form),
  ...retentionOf(visit, form),
});

export const RuleFields = ({ entity }: { readonly entity: Entity }): VNode => {
  const { settings: words } = useOrganisation().words;
  const limit = entity.details.difference_limit ?? SERVICE.limits.difference_limit;
  return (
    <>
      <Figure
        name="difference_limit"
        label={words.fields.difference_limit}
        hint={`${limit} ${entity.currency}`}
      />
      <Select
        name="bills"
        label={words.bills}
        value={entity.details.bills ?? 'person'}
        choices={[
          { value: 'person', text: words.billsByPerson },
          { value: 'automatic', text: words.billsAutomatic },
        ]}
      />
      <Field
        name="retention_years"
        inputmode="numeric"
        label={words.fields.retention_years}
        hint={words.retention(retentionYears(entity), COUNTRIES[entity.country_code].retention.minimum_years)}
      />
      {entity.country_code === 'MX' && (
        <Select
          name="complements"
          label={words.complements}
          value={entity.details.complements ?? 'approval'}
          choices={[
            { value: 'approval', text: words.approval },
            { value: 'automatic', text: words.automatic },
          ]}
        />
      )}
    </>
  );
};
