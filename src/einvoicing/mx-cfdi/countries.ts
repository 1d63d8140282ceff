// c_Pais: countries by ISO 3166-1 alpha-3, for the residence of a foreigner, and the SAT's form of tax numbers for a few
// of them (CFDI40156).
import { all } from 'iso-3166-1';
import type { Entity } from '../../base/entity.ts';
import { decimal } from '../../base/money/decimal.ts';
import type { IsoDay } from '../../base/time/day.ts';

const ALPHA_3: ReadonlyMap<string, string> = new Map(all().map(({ alpha2, alpha3 }) => [alpha2, alpha3]));

/** Countries that are not declared by name. */
const OTHERS = 'ZZZ';

const LISTED: ReadonlySet<string> = new Set([...ALPHA_3.values(), OTHERS]);

export const isResidence = (code: string): boolean => LISTED.has(code);

/** From ISO 3166-1 alpha-2. */
export const findResidence = (country: string): string | null => ALPHA_3.get(country) ?? null;

/** c_Pais, "formato de registro de identidad tributaria"; other countries have none. */
const TAX_NUMBER_FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['USA', /^\d{9}$/],
  ['CAN', /^\d{9}$/],
]);

const MAX_TAX_NUMBER = 40;

/** Whether the SAT accepts this tax number of a resident of the country. */
export const taxNumberFits = (residence: string, number: string): boolean =>
  number !== '' &&
  [...number].length <= MAX_TAX_NUMBER &&
  !number.includes('|') &&
  (TAX_NUMBER_FORMS.get(residence)?.test(number) ?? true);

/** Without dashes and spaces where the SAT wants digits only. */
export const plainTaxNumber = (residence: string, number: string): string =>
  TAX_NUMBER_FORMS.has(residence) ? number.replace(/[\s.-]/g, '') : number;

/** In percent. */
export const BORDER_RATE = decimal('8');

/** Whether the company has the stimulus on that day; without a last day it has no end. */
export const hasBorderStimulus = ({ details }: Entity, day: IsoDay): boolean => {
  const { border_stimulus_from: from, border_stimulus_to: to } = details;
  return from !== undefined && from <= day && (to === undefined || day <= to);
};
