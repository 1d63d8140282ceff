// The names of what a person approves, field by field, and its values as a person reads them.
import { currencyDigits } from '../../../base/money/currency.ts';
import { day, figure, money } from '../../format.ts';
import { inLanguages, type Language } from '../../language.ts';
import { commonWords } from '../../words.ts';
import { documentWords } from '../documents/words.ts';

const fieldWords = inLanguages({
  en: {
    line: (n: string) => `Line ${n}`,
    nth: (n: string) => `no. ${n}`,
    names: {
      seller: 'Seller',
      buyer: 'Buyer',
      tax_id: 'Tax number',
      rfc: 'RFC',
      country_code: 'Country',
      postal_code: 'Postal code',
      city: 'City',
      street: 'Street',
      state: 'State',
      fiscal_regime_code: 'Fiscal regime',
      vat_id: 'VAT number',
      details: 'Details',
      country_details: 'Details of the country',
      payment_terms_days: 'Payment term in days',
      lines: 'Lines',
      position: 'Position',
      tax_rate: 'Tax rate',
      tax_amount: 'Tax',
      taxes: 'Taxes',
      tax_breakdown: 'Taxes in all',
      discount_amount: 'Discount',
      gross: 'Amount before the discount',
      product_service_code: 'Product or service code',
      unit_code: 'Unit code',
      tax_object_code: 'Tax object',
      line_total: 'Sum of the lines',
      withholdings: 'Retained taxes',
      content: 'Content',
      terms: 'Terms',
      derived: 'Derived values',
      delivery: 'Delivery',
      channel: 'Way',
      format: 'Format',
      issue_date: 'Date of issue',
      exchange_rate: 'Exchange rate',
      payment_date: 'Date of the payment',
      form: 'Payment form',
      replaces: 'Replaces',
      installment: 'Instalment',
      balance_before_minor: 'Balance before',
      paid_minor: 'Paid',
      balance_after_minor: 'Balance after',
    },
  },
  es: {
    line: (n) => `Concepto ${n}`,
    nth: (n) => `n.º ${n}`,
    names: {
      seller: 'Emisor',
      buyer: 'Receptor',
      tax_id: 'RFC o número fiscal',
      rfc: 'RFC',
      country_code: 'País',
      postal_code: 'Código postal',
      city: 'Ciudad',
      street: 'Calle',
      state: 'Estado',
      fiscal_regime_code: 'Régimen fiscal',
      vat_id: 'Número de IVA',
      details: 'Datos',
      country_details: 'Datos del país',
      payment_terms_days: 'Plazo de pago en días',
      lines: 'Conceptos',
      position: 'Posición',
      tax_rate: 'Tasa',
      tax_amount: 'Impuesto',
      taxes: 'Impuestos',
      tax_breakdown: 'Impuestos en total',
      discount_amount: 'Descuento',
      gross: 'Importe antes del descuento',
      product_service_code: 'Clave de producto o servicio',
      unit_code: 'Clave de unidad',
      tax_object_code: 'Objeto de impuesto',
      line_total: 'Suma de los conceptos',
      withholdings: 'Retenciones',
      content: 'Contenido',
      terms: 'Condiciones',
      derived: 'Valores derivados',
      delivery: 'Entrega',
      channel: 'Vía',
      format: 'Formato',
      issue_date: 'Fecha de emisión',
      exchange_rate: 'Tipo de cambio',
      payment_date: 'Fecha del pago',
      form: 'Forma de pago',
      replaces: 'Sustituye a',
      installment: 'Parcialidad',
      balance_before_minor: 'Saldo anterior',
      paid_minor: 'Importe pagado',
      balance_after_minor: 'Saldo insoluto',
    },
  },
  de: {
    line: (n) => `Position ${n}`,
    nth: (n) => `Nr. ${n}`,
    names: {
      seller: 'Verkäufer',
      buyer: 'Käufer',
      tax_id: 'Steuernummer',
      rfc: 'RFC',
      country_code: 'Land',
      postal_code: 'Postleitzahl',
      city: 'Ort',
      street: 'Straße',
      state: 'Bundesstaat',
      fiscal_regime_code: 'Steuerregime',
      vat_id: 'USt-IdNr.',
      details: 'Angaben',
      country_details: 'Angaben des Landes',
      payment_terms_days: 'Zahlungsziel in Tagen',
      lines: 'Positionen',
      position: 'Position',
      tax_rate: 'Steuersatz',
      tax_amount: 'Steuer',
      taxes: 'Steuern',
      tax_breakdown: 'Steuern insgesamt',
      discount_amount: 'Rabatt',
      gross: 'Betrag vor Rabatt',
      product_service_code: 'Produkt- oder Leistungsschlüssel',
      unit_code: 'Einheitenschlüssel',
      tax_object_code: 'Steuerobjekt',
      line_total: 'Summe der Positionen',
      withholdings: 'Einbehaltene Steuern',
      content: 'Inhalt',
      terms: 'Bedingungen',
      derived: 'Abgeleitete Werte',
      delivery: 'Zustellung',
      channel: 'Weg',
      format: 'Format',
      issue_date: 'Rechnungsdatum',
      exchange_rate: 'Wechselkurs',
      payment_date: 'Tag der Zahlung',
      form: 'Zahlungsform',
      replaces: 'Ersetzt',
      installment: 'Rate',
      balance_before_minor: 'Saldo davor',
      paid_minor: 'Gezahlt',
      balance_after_minor: 'Saldo danach',
    },
  },
});

/** Only where something is kept, which no page shows. */
const UNSAID = new Set(['content', 'details', 'country_details', 'terms']);

const common = (language: Language): Readonly<Record<string, string>> => {
  const { name, title, notes, description, quantity, price, subtotal, tax, total, currency, reference } =
    commonWords(language);
  const { email, amount } = commonWords(language);
  const { rate, base } = documentWords(language);
  return {
    name,
    title,
    notes,
    description,
    quantity,
    unit_price: price,
    subtotal,
    tax,
    total,
    currency,
    reference,
    email,
    amount,
    rate,
    base,
    ...documentWords(language).details,
  };
};

const nameOf = (language: Language, key: string): string => {
  const names: Readonly<Record<string, string>> = { ...common(language), ...fieldWords(language).names };
  return names[key] ?? key.replace(/_(code|minor)$/, '').replaceAll('_', ' ');
};

/** `lines`, `2`, `unit_price`: "Line 3 · Unit price". */
export const pathText = (language: Language, path: readonly string[]): string => {
  const words = fieldWords(language);
  const said = path.filter((key, n) => !UNSAID.has(key) || n === path.length - 1);
  return said
    .flatMap((key, n) => {
      if (said[n - 1] === 'lines' && /^\d+$/.test(key))
        return [words.line(figure(language, Number(key) + 1))];
      if (key === 'lines' && n < said.length - 1) return [];
      return [/^\d+$/.test(key) ? words.nth(figure(language, Number(key) + 1)) : nameOf(language, key)];
    })
    .join(' · ');
};

const MONEY = new Set([
  'subtotal',
  'tax',
  'total',
  'tax_amount',
  'amount',
  'gross',
  'discount_amount',
  'line_total',
]);

const isPlainNumber = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && /^-?\d+(\.\d+)?$/.test(String(value));

/** A value at its place, in the currency of the document. */
export const valueText = (language: Language, key: string, value: unknown, currency: string): string => {
  const { yes, no } = commonWords(language);
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? yes : no;
  if (Array.isArray(value))
    return value.map((item) => valueText(language, key, item, currency)).join('; ') || '–';
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .filter(
          ([, inner]) => inner !== null && inner !== '' && !(Array.isArray(inner) && inner.length === 0),
        )
        .map(([name, inner]) => `${nameOf(language, name)}: ${valueText(language, name, inner, currency)}`)
        .join(', ') || '–'
    );
  if (isPlainNumber(value)) {
    if (key.endsWith('_minor'))
      return money(language, Number(value) / 10 ** currencyDigits(currency), currency);
    if (MONEY.has(key)) return money(language, Number(value), currency);
    if (typeof value === 'number' || /^(quantity|unit_price|tax_rate|rate|exchange_rate)$/.test(key))
      return figure(language, Number(value));
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? day(language, text) : text;
};
