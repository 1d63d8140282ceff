// The risk flags of a request as a person reads them: a short name in lists and among the checks, and the whole sentence
// with figures and days in the person's way of writing them.
import type { RiskFlag, RiskFlagCode } from '../../../../generated/types.ts';
import { tellRisk } from '../../../domain/filing/risks/words.ts';
import { day, money, moment } from '../../format.ts';
import { inLanguages, type Language } from '../../language.ts';
import { nameOf } from './field-words.ts';

type Names = Readonly<Record<RiskFlagCode, string>>;

/** What is checked; a flag says that it is not as usual. */
export const riskNames = inLanguages<Names>({
  en: {
    payee_account_unknown: 'Account to pay into',
    payee_account_changed: 'Account changed',
    first_document: 'New customer',
    buyer_changed: 'Customer changed',
    lookalike_name: 'Name like another',
    receiver_mismatch: 'Receiver',
    unusual_discount: 'Discount',
    unusual_amount: 'Amount',
    unusual_terms: 'Due date',
    unusual_rate: 'Exchange rate',
    possible_duplicate: 'Twice',
  },
  es: {
    payee_account_unknown: 'Cuenta de pago',
    payee_account_changed: 'Cuenta cambiada',
    first_document: 'Cliente nuevo',
    buyer_changed: 'Cliente modificado',
    lookalike_name: 'Nombre parecido',
    receiver_mismatch: 'Receptor',
    unusual_discount: 'Descuento',
    unusual_amount: 'Importe',
    unusual_terms: 'Vencimiento',
    unusual_rate: 'Tipo de cambio',
    possible_duplicate: 'Repetido',
  },
  de: {
    payee_account_unknown: 'Konto',
    payee_account_changed: 'Konto geändert',
    first_document: 'Neuer Kunde',
    buyer_changed: 'Kunde geändert',
    lookalike_name: 'Ähnlicher Name',
    receiver_mismatch: 'Empfänger',
    unusual_discount: 'Nachlass',
    unusual_amount: 'Betrag',
    unusual_terms: 'Fälligkeit',
    unusual_rate: 'Wechselkurs',
    possible_duplicate: 'Doppelt',
  },
});

const MOMENT = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/gu;
const DAY = /\b\d{4}-\d{2}-\d{2}\b/gu;
const AMOUNT = /\b(\d+(?:\.\d+)?) ([A-Z]{3})\b/gu;
const FIELD = /(?<=^|, )[a-z]+(?:_[a-z]+)*(?= )/gu;

const written = (language: Language, text: string | null, timeZone: string): string | null =>
  text === null
    ? null
    : text
        .replace(MOMENT, (at) => moment(language, at, timeZone))
        .replace(DAY, (at) => day(language, at))
        .replace(AMOUNT, (_all, amount: string, currency: string) =>
          money(language, Number(amount), currency),
        );

/** `timeZone` is the company's. */
export const riskText = (language: Language, risk: RiskFlag, timeZone: string): string => {
  const inWords = (text: string | null): string | null =>
    risk.code === 'buyer_changed' && text !== null
      ? text.replace(FIELD, (name) => `${nameOf(language, name)}:`)
      : written(language, text, timeZone);
  return tellRisk(language, { ...risk, received: inWords(risk.received), usual: inWords(risk.usual) });
};
