// What each flag says, in the languages of people. {received} is what the document says, {usual} what is known.
import type { RiskFlag, RiskFlagCode } from '../../../../generated/types.ts';
import { fillTemplate } from '../../../base/errors.ts';
import type { Language } from '../../../base/locale.ts';

const WORDS: Readonly<Record<RiskFlagCode, Readonly<Record<Language, string>>>> = {
  payee_account_unknown: {
    en: 'The customer is told to pay into {received}, which is none of the company’s active bank accounts. Those are: {usual}.',
    es: 'Se pide al cliente pagar en {received}, que no es ninguna de las cuentas bancarias activas de la empresa. Estas son: {usual}.',
    de: 'Der Kunde soll auf {received} zahlen; das ist keines der aktiven Bankkonten der Firma. Diese sind: {usual}.',
  },
  payee_account_changed: {
    en: 'An API key set the bank account {received} at {usual}, and no person has approved a document with it since.',
    es: 'Una clave de API cambió la cuenta bancaria a {received} ({usual}), y desde entonces nadie ha aprobado un documento con ella.',
    de: 'Ein API-Schlüssel hat das Bankkonto {received} eingetragen ({usual}); seither hat niemand einen Beleg damit freigegeben.',
  },
  first_document: {
    en: 'Nothing has been filed to {received} before.',
    es: 'Es el primer documento para {received}.',
    de: 'Es ist der erste Beleg an {received}.',
  },
  buyer_changed: {
    en: 'The customer has changed since the last document that was filed to it. Now: {received}. Before: {usual}.',
    es: 'Los datos del cliente cambiaron desde el último documento. Ahora: {received}. Antes: {usual}.',
    de: 'Der Kunde hat sich seit dem letzten Beleg geändert. Jetzt: {received}. Vorher: {usual}.',
  },
  lookalike_name: {
    en: 'The customer’s name {received} can be taken for {usual}.',
    es: 'El nombre del cliente, {received}, se puede confundir con {usual}.',
    de: 'Der Name des Kunden, {received}, ist leicht zu verwechseln mit {usual}.',
  },
  receiver_mismatch: {
    en: 'The receiver {received} does not go with the customer’s tax id {usual}.',
    es: 'El receptor {received} no corresponde al identificador fiscal del cliente, {usual}.',
    de: 'Der Empfänger {received} passt nicht zur Steuernummer des Kunden, {usual}.',
  },
  unusual_discount: {
    en: 'A discount of {received} is given; up to {usual} is usual.',
    es: 'Se da un descuento de {received}; lo usual es {usual} como máximo.',
    de: 'Es wird ein Nachlass von {received} gegeben; üblich sind höchstens {usual}.',
  },
  unusual_amount: {
    en: 'The total of {received} is far above the largest so far, {usual}.',
    es: 'El total de {received} es mucho mayor que el más alto hasta ahora, {usual}.',
    de: 'Der Betrag von {received} liegt weit über dem bisher höchsten, {usual}.',
  },
  unusual_terms: {
    en: 'It is due on {received}; {usual} would be usual.',
    es: 'Vence el {received}; lo usual sería el {usual}.',
    de: 'Fällig ist am {received}; üblich wäre der {usual}.',
  },
  unusual_rate: {
    en: 'The exchange rate is {received}; the one of the day is {usual}.',
    es: 'El tipo de cambio es {received}; el del día es {usual}.',
    de: 'Der Wechselkurs ist {received}; der des Tages ist {usual}.',
  },
  possible_duplicate: {
    en: 'The same customer has another document of {received} from these days: {usual}.',
    es: 'El mismo cliente tiene otro documento por {received} de estos días: {usual}.',
    de: 'Derselbe Kunde hat aus diesen Tagen noch einen Beleg über {received}: {usual}.',
  },
};

/** Of accounts, where the company keeps none here. */
const NONE: Readonly<Record<Language, string>> = { en: 'none', es: 'ninguna', de: 'keine' };

/** `received` and `usual` are what the person reads, in the person's way of writing figures. */
export const tellRisk = (
  language: Language,
  { code, received, usual }: Pick<RiskFlag, 'code' | 'received' | 'usual'>,
): string =>
  fillTemplate(WORDS[code][language], {
    received: received ?? NONE[language],
    usual: usual ?? NONE[language],
  });

const MAX_TEXT = 300;
const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);

export const flag = (code: RiskFlagCode, received: string, usual: string | null = null): RiskFlag => {
  const told = { code, received: cut(received), usual: usual === null ? null : cut(usual) };
  return { ...told, message: tellRisk('en', told).slice(0, 2 * MAX_TEXT) };
};
