// A refusal in the person's language: what is the matter, then what to do next on a page.
import { REFUSALS, type RefusalRow } from '../../generated/refusals.ts';
import { fillTemplate, isRefusalCode, type ToolError } from '../base/errors.ts';
import { day, moment, money } from './format.ts';
import type { Language } from '../../generated/languages.ts';
import { stateText } from './parts/show.tsx';

interface Said {
  readonly amount: number;
  readonly currency: string;
}

type Form = NonNullable<RefusalRow['forms']>[string];

const isSum = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;

/** A detail as pages of this language write it. */
const inForm = (language: Language, form: Form | undefined, value: unknown): unknown => {
  if (isSum(value)) return money(language, value.amount, value.currency);
  if (form === undefined || typeof value !== 'string') return value;
  if (form === 'day') return day(language, value);
  if (form === 'moment') return moment(language, value, 'UTC');
  return form === 'state' ? stateText(language, value) : value;
};

export const tellRefusal = (language: Language, { code, details, message }: ToolError): string => {
  if (!isRefusalCode(code)) return message;
  const { en, es = en, de = en, person, forms = {} } = REFUSALS[code];
  const words = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, inForm(language, forms[name], value)]),
  );
  return [{ en, es, de }, ...(person === undefined ? [] : [person])]
    .map((text) => fillTemplate(text[language], words))
    .join(' ');
};
