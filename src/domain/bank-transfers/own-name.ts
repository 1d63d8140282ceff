import { withoutLegalForms } from '../../base/names/legal-forms.ts';
import { normaliseName, wordsOf } from '../../base/names/normalise.ts';

/** The company's name as statements write it: normal spelling, without the legal form. */
export const coreName = (name: string): string => withoutLegalForms(wordsOf(normaliseName(name))).join(' ');
