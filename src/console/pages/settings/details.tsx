// What a company states about itself beyond its name: the fields that its country uses.
import { useVisit } from '../../context.ts';
import { CHARACTERS } from '../../limits.ts';
import type { VNode } from 'preact';
import { COUNTRIES } from '../../../../generated/countries.ts';
import { isListed } from '../../../base/country-codes.ts';
import type { EntityDetails } from '../../../base/entity.ts';
import { registrationIn } from '../../../einvoicing/peppol-ubl/participant.ts';
import type { Form } from '../../form.ts';
import { Field, Tick } from '../../parts/form.tsx';

const COMMON = ['invoice_series', 'credit_note_series'] as const;
const CLEARANCE = ['fiscal_regime_code', 'border_stimulus_from', 'border_stimulus_to'] as const;
const NETWORK = [
  'vat_id',
  'tax_number',
  'street',
  'city',
  'contact_name',
  'contact_email',
  'contact_phone',
  'participant_id',
  'access_point_id',
] as const;
const DAYS: readonly string[] = ['border_stimulus_from', 'border_stimulus_to'];

type Name = (typeof COMMON | typeof CLEARANCE | typeof NETWORK)[number];
const NAMES: readonly Name[] = [...CLEARANCE, ...NETWORK, ...COMMON];

const fieldsOf = (country: string): readonly Name[] => {
  const known = Object.values(COUNTRIES).find((data) => data.country === country);
  return known?.filing_model === 'clearance' ? [...CLEARANCE, ...COMMON] : [...NETWORK, ...COMMON];
};

/** What companies of some countries have in place of a tax number: `KvK number or OIN`. */
const labelOf = (name: Name, country: string): string | undefined => {
  const own = isListed(country) ? COUNTRIES[country] : undefined;
  if (own?.registration_schemes === undefined) return undefined;
  const { field, names } = registrationIn(own.country);
  return field === name ? names : undefined;
};

/** Only what was typed; `small_business` only where the form asks for it. */
export const readDetails = (form: Form): EntityDetails => ({
  ...Object.fromEntries(
    NAMES.flatMap((name): [string, string][] => {
      const typed = form.optional(name);
      return typed === undefined ? [] : [[name, typed]];
    }),
  ),
  ...(form.has('asks_small_business') ? { small_business: form.has('small_business') } : {}),
});

export const DetailFields = ({ country, details }: { country: string; details: EntityDetails }): VNode => {
  const { settings: words } = useVisit().words;
  const known: Readonly<Record<string, unknown>> = { ...details };
  return (
    <>
      {fieldsOf(country).map((name) => {
        const value = known[name];
        return (
          <Field
            name={name}
            label={labelOf(name, country) ?? words.fields[name]}
            value={typeof value === 'string' ? value : null}
            maxlength={CHARACTERS.detail}
            type={DAYS.includes(name) ? 'date' : 'text'}
          />
        );
      })}
      {country === 'DE' && (
        <>
          <input type="hidden" name="asks_small_business" value="1" />
          <Tick name="small_business" label={words.smallBusiness} checked={details.small_business === true} />
        </>
      )}
    </>
  );
};
