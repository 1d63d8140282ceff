import { addColumn, code } from './steps.ts';

/** Of who comes in by the company's issuer, which changes nothing of the person elsewhere. */
export const memberLocale = addColumn('0303_member_with_locale', 'member', 'locale', code(2));
