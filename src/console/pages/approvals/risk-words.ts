// The risk flags of a request as a person reads them: a short name in lists and among the checks, and the whole sentence
// with figures and days in the person's way of writing them.
import type { RiskFlag, RiskFlagCode } from '../../../../generated/types.ts';
import { tellRisk } from '../../../domain/filing/risks/words.ts';
import { day, figure, money, moment } from '../../format.ts';
import { type Language } from '../../../../generated/languages.ts';
import { nameOf } from './field-words.ts';

type Writes = (text: string, language: Language, timeZone: string) => string;

const asMoment: Writes = (text, language, timeZone) => moment(language, text, timeZone);
const asDay: Writes = (text, language) => day(language, text);
const asSum: Writes = (text, language) => {
  const [amount = '', currency = ''] = text.split(' ');
  return money(language, Number(amount), currency);
};
/** Also with `%` behind it. */
const asFigure: Writes = (text, language) =>
  text.replace(/^[\d.]+/u, (digits) => figure(language, Number(digits), 0, RATE_DECIMALS));
const RATE_DECIMALS = 12;
/** After the number of the document. */
const withDay: Writes = (text, language) =>
  text.replace(/(?<=, )\d{4}-\d{2}-\d{2}$/u, (at) => day(language, at));
/** Names of fields, each before its value; what only looks like one stays as it is. */
const withFields: Writes = (text, language) =>
  text.replace(/(?<=^|, )[a-z]+(?:_[a-z]+)*(?= )/gu, (name) => {
    const said = nameOf(language, name);
    return said === name.replaceAll('_', ' ') ? name : `${said}:`;
  });

/** What `received` and `usual` are. Of all others they are names and numbers of others, which stay as they are. */
const WRITTEN: Readonly<Partial<Record<RiskFlagCode, readonly [received: Writes | null, usual: Writes]>>> = {
  payee_account_changed: [null, asMoment],
  buyer_changed: [withFields, withFields],
  unusual_discount: [asFigure, asFigure],
  unusual_amount: [asSum, asSum],
  unusual_terms: [asDay, asDay],
  unusual_rate: [asFigure, asFigure],
  possible_duplicate: [asSum, withDay],
};

/** `timeZone` is the company's. */
export const riskText = (language: Language, risk: RiskFlag, timeZone: string): string => {
  const [received = null, usual = null] = WRITTEN[risk.code] ?? [];
  const write = (writes: Writes | null, text: string | null): string | null =>
    text === null || writes === null ? text : writes(text, language, timeZone);
  return tellRisk(language, {
    ...risk,
    received: write(received, risk.received),
    usual: write(usual, risk.usual),
  });
};
