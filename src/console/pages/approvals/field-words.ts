// The names of what a person approves, field by field, and its values as a person reads them.
import { currencyDigits } from '../../../base/money/currency.ts';
import { day, figure, money } from '../../format.ts';
import { inLanguages, type Language } from '../../language.ts';
import { commonWords } from '../../words.ts';
import { documentWords } from '../documents/words.ts';

const fieldWords = inLanguages({
  en: { line: (n: string) => `Line ${n}`, nth: (n: string) => `no. ${n}` },
  es: { line: (n) => `Concepto ${n}`, nth: (n) => `n.º ${n}` },
  de: { line: (n) => `Position ${n}`, nth: (n) => `Nr. ${n}` },
});

type InLanguages = readonly [en: string, es: string, de: string];
const ORDER = { en: 0, es: 1, de: 2 } as const satisfies Readonly<Record<Language, number>>;

/** Of the fields of `filing_preview`, and of what earlier releases kept of a request. */
const NAMES: Readonly<Record<string, InLanguages>> = {
  record_type: ['Kind', 'Tipo', 'Art'],
  channel: ['Way', 'Vía', 'Weg'],
  format: ['Format', 'Formato', 'Format'],
  recipients: ['Mailed to', 'Se envía por correo a', 'Per E-Mail an'],
  receiver: ['Receiver on the network', 'Receptor en la red', 'Empfänger im Netz'],
  seller: ['Seller', 'Emisor', 'Verkäufer'],
  buyer: ['Buyer', 'Receptor', 'Käufer'],
  filed_name: ['Name in the file', 'Nombre en el archivo', 'Name in der Datei'],
  tax_id: ['Tax number', 'RFC o número fiscal', 'Steuernummer'],
  rfc: ['RFC', 'RFC', 'RFC'],
  country_code: ['Country', 'País', 'Land'],
  postal_code: ['Postal code', 'Código postal', 'Postleitzahl'],
  city: ['City', 'Ciudad', 'Ort'],
  street: ['Street', 'Calle', 'Straße'],
  state: ['State', 'Estado', 'Bundesstaat'],
  fiscal_regime_code: ['Fiscal regime', 'Régimen fiscal', 'Steuerregime'],
  vat_id: ['VAT number', 'Número de IVA', 'USt-IdNr.'],
  tax_number: ['National tax number', 'Número fiscal nacional', 'Nationale Steuernummer'],
  registration_number: ['Company register', 'Registro mercantil', 'Registernummer'],
  foreign_tax_id: ['Foreign tax number', 'Número de registro fiscal extranjero', 'Ausländische Steuernummer'],
  tax_residence: ['Tax residence', 'Residencia fiscal', 'Steuerlicher Sitz'],
  participant_id: ['Electronic address', 'Dirección electrónica', 'Elektronische Adresse'],
  address: ['Address', 'Domicilio', 'Anschrift'],
  contact: ['Contact', 'Contacto', 'Ansprechpartner'],
  phone: ['Phone', 'Teléfono', 'Telefon'],
  credit_reason: ['Reason for the credit', 'Motivo de la nota', 'Grund der Gutschrift'],
  details: ['Details', 'Datos', 'Angaben'],
  country_details: ['Details of the country', 'Datos del país', 'Angaben des Landes'],
  payment_terms_days: ['Payment term in days', 'Plazo de pago en días', 'Zahlungsziel in Tagen'],
  due_days: ['Payment term in days', 'Plazo de pago en días', 'Zahlungsziel in Tagen'],
  text: ['Terms of payment', 'Condiciones de pago', 'Zahlungsbedingungen'],
  discount_terms: ['Discount for early payment', 'Descuento por pronto pago', 'Skonto'],
  days: ['Days', 'Días', 'Tage'],
  percent: ['Percent', 'Por ciento', 'Prozent'],
  allowances: ['Allowances', 'Descuentos', 'Nachlässe'],
  charges: ['Charges', 'Cargos', 'Zuschläge'],
  tax_category: ['Tax category', 'Categoría de impuesto', 'Steuerkategorie'],
  prepaid_amount: ['Paid before', 'Pagado antes', 'Schon bezahlt'],
  direct_debit: ['Direct debit', 'Domiciliación', 'Lastschrift'],
  mandate_reference: ['Mandate', 'Mandato', 'Mandat'],
  creditor_id: ['Creditor id', 'Identificador del acreedor', 'Gläubiger-ID'],
  order_reference: ['Order number', 'Número de pedido', 'Bestellnummer'],
  contract_reference: ['Contract number', 'Número de contrato', 'Vertragsnummer'],
  project_reference: ['Project', 'Proyecto', 'Projekt'],
  delivery_date: ['Day of supply', 'Fecha de entrega', 'Leistungsdatum'],
  delivery_period: ['Period of supply', 'Periodo de entrega', 'Leistungszeitraum'],
  period: ['Period', 'Periodo', 'Zeitraum'],
  global: ['Global invoice', 'Factura global', 'Sammelrechnung'],
  month: ['Month', 'Mes', 'Monat'],
  year: ['Year', 'Año', 'Jahr'],
  relations: ['Earlier document', 'Documento relacionado', 'Früherer Beleg'],
  record_id: ['Id in Folio', 'Id en Folio', 'Kennung in Folio'],
  folio: ['Number', 'Folio', 'Nummer'],
  uuid: ['UUID', 'UUID', 'UUID'],
  attachments: ['Attachments', 'Archivos adjuntos', 'Anlagen'],
  mime_type: ['Type of file', 'Tipo de archivo', 'Dateityp'],
  size: ['Size', 'Tamaño', 'Größe'],
  sha256: ['SHA-256', 'SHA-256', 'SHA-256'],
  payee_account: ['To be paid into', 'Cuenta de pago', 'Zahlbar auf'],
  iban: ['IBAN', 'IBAN', 'IBAN'],
  clabe: ['CLABE', 'CLABE', 'CLABE'],
  bic: ['BIC', 'BIC', 'BIC'],
  number: ['Number', 'Número', 'Nummer'],
  lines: ['Lines', 'Conceptos', 'Positionen'],
  position: ['Position', 'Posición', 'Position'],
  invoice_line: ['Line of the invoice', 'Concepto de la factura', 'Position der Rechnung'],
  product_number: ['Article number', 'Número de artículo', 'Artikelnummer'],
  unit_code: ['Unit', 'Unidad', 'Einheit'],
  total_with_tax: ['Amount with tax', 'Importe con impuestos', 'Bruttobetrag'],
  discount_amount: ['Discount', 'Descuento', 'Rabatt'],
  discount_total: ['Discounts of the lines', 'Descuentos de los conceptos', 'Rabatte der Positionen'],
  tax_rate: ['Tax rate', 'Tasa', 'Steuersatz'],
  tax_amount: ['Tax', 'Impuesto', 'Steuer'],
  taxes: ['Taxes', 'Impuestos', 'Steuern'],
  tax_breakdown: ['Taxes in all', 'Impuestos en total', 'Steuern insgesamt'],
  category: ['Category', 'Categoría', 'Kategorie'],
  factor: ['Kind of rate', 'Tipo de factor', 'Art des Satzes'],
  withheld_total: ['Retained by the customer', 'Retenido por el cliente', 'Vom Kunden einbehalten'],
  tax_total: ['Tax', 'Impuestos', 'Steuer'],
  gross_amount: ['Before the discount', 'Antes del descuento', 'Vor Rabatt'],
  withheld: ['Retained by the customer', 'Retenido por el cliente', 'Vom Kunden einbehalten'],
  reason: ['Reason', 'Motivo', 'Grund'],
  reason_code: ['Code of the reason', 'Clave del motivo', 'Schlüssel des Grundes'],
  charge: ['Charge', 'Cargo', 'Zuschlag'],
  customs_number: ['Customs document', 'Pedimento', 'Zollbeleg'],
  property_account: ['Property account', 'Cuenta predial', 'Grundstückskonto'],
  product_service_code: [
    'Product or service code',
    'Clave de producto o servicio',
    'Produkt- oder Leistungsschlüssel',
  ],
  sat_product_code: ['Product code (SAT)', 'Clave de producto (SAT)', 'Produktschlüssel (SAT)'],
  sat_unit_code: ['Unit code (SAT)', 'Clave de unidad (SAT)', 'Einheitenschlüssel (SAT)'],
  tax_object: ['Tax object', 'Objeto de impuesto', 'Steuerobjekt'],
  tax_object_code: ['Tax object', 'Objeto de impuesto', 'Steuerobjekt'],
  exemption_code: ['Code of the exemption', 'Clave de la exención', 'Schlüssel der Befreiung'],
  line_gross_total: [
    'Lines before their discounts',
    'Conceptos antes de descuentos',
    'Positionen vor Rabatten',
  ],
  line_total: ['Sum of the lines', 'Suma de los conceptos', 'Summe der Positionen'],
  allowance_total: ['Allowances on the whole', 'Descuentos globales', 'Nachlässe auf das Ganze'],
  charge_total: ['Charges on the whole', 'Cargos globales', 'Zuschläge auf das Ganze'],
  withholdings: ['Retained taxes', 'Retenciones', 'Einbehaltene Steuern'],
  payment: ['Payment', 'Pago', 'Zahlung'],
  payment_id: ['Payment in Folio', 'Pago en Folio', 'Zahlung in Folio'],
  invoice_id: ['Invoice in Folio', 'Factura en Folio', 'Rechnung in Folio'],
  paid_on: ['Day of the payment', 'Fecha del pago', 'Tag der Zahlung'],
  payment_date: ['Day of the payment', 'Fecha del pago', 'Tag der Zahlung'],
  payment_form_reason: ['Why this form', 'Por qué esta forma', 'Warum diese Form'],
  operation_number: ['Operation number', 'Número de operación', 'Vorgangsnummer'],
  documents: ['Invoices that it pays', 'Facturas que paga', 'Rechnungen, die sie bezahlt'],
  series: ['Series', 'Serie', 'Nummernkreis'],
  equivalence: ['Equivalence', 'Equivalencia', 'Umrechnung'],
  installment: ['Instalment', 'Parcialidad', 'Rate'],
  balance_before: ['Balance before', 'Saldo anterior', 'Saldo davor'],
  paid: ['Paid', 'Importe pagado', 'Gezahlt'],
  balance_after: ['Balance after', 'Saldo insoluto', 'Saldo danach'],
  balance_before_minor: ['Balance before', 'Saldo anterior', 'Saldo davor'],
  paid_minor: ['Paid', 'Importe pagado', 'Gezahlt'],
  balance_after_minor: ['Balance after', 'Saldo insoluto', 'Saldo danach'],
  totals: ['Totals', 'Totales', 'Summen'],
  derived: ['Derived values', 'Valores derivados', 'Abgeleitete Werte'],
  given: ['Set by the draft', 'Fijado por el borrador', 'Vom Entwurf festgelegt'],
  fixed_at_approval: ['Decided when it is filed', 'Se fija al timbrar', 'Wird beim Einreichen festgelegt'],
  issue_date: ['Date of issue', 'Fecha de emisión', 'Rechnungsdatum'],
  due_date: ['Due', 'Vencimiento', 'Fällig'],
  supply_date: ['Day of supply in the file', 'Fecha de entrega en el archivo', 'Leistungsdatum in der Datei'],
  exchange_rate: ['Exchange rate', 'Tipo de cambio', 'Wechselkurs'],
  exchange_rate_source: ['Source of the rate', 'Fuente del tipo de cambio', 'Quelle des Kurses'],
  home_currency: ['Currency of the tax', 'Moneda del impuesto', 'Währung der Steuer'],
  home_tax_total: ['Tax in that currency', 'Impuesto en esa moneda', 'Steuer in dieser Währung'],
  home_subtotal: ['Subtotal in that currency', 'Subtotal en esa moneda', 'Netto in dieser Währung'],
  home_total_with_tax: ['Total in that currency', 'Total en esa moneda', 'Brutto in dieser Währung'],
  peso_totals: ['Totals in pesos', 'Totales en pesos', 'Summen in Pesos'],
  content: ['Content', 'Contenido', 'Inhalt'],
  terms: ['Terms', 'Condiciones', 'Bedingungen'],
  references: ['References', 'Referencias', 'Verweise'],
  delivery: ['Delivery', 'Entrega', 'Zustellung'],
  form: ['Payment form', 'Forma de pago', 'Zahlungsform'],
  replaces: ['Replaces', 'Sustituye a', 'Ersetzt'],
  type: ['Type', 'Tipo', 'Art'],
};

/** Codes that people read as words, by the field that holds them. */
const VALUES: Readonly<Record<string, InLanguages>> = {
  invoice: ['Invoice', 'Factura', 'Rechnung'],
  invoice_credit_note: ['Credit note', 'Nota de crédito', 'Gutschrift'],
  payment_complement: ['Payment complement', 'Complemento de pago', 'Zahlungsbeleg'],
  authority: ['Tax authority (SAT)', 'Autoridad fiscal (SAT)', 'Steuerbehörde (SAT)'],
  network: ['Peppol network', 'Red Peppol', 'Peppol-Netz'],
  email: ['E-mail', 'Correo electrónico', 'E-Mail'],
  cfdi: ['CFDI 4.0', 'CFDI 4.0', 'CFDI 4.0'],
  peppol: ['Peppol BIS', 'Peppol BIS', 'Peppol BIS'],
  xrechnung: ['XRechnung', 'XRechnung', 'XRechnung'],
  zugferd: ['ZUGFeRD (PDF with XML)', 'ZUGFeRD (PDF con XML)', 'ZUGFeRD (PDF mit XML)'],
  pdf: ['PDF', 'PDF', 'PDF'],
  discount: ['Discount', 'Descuento', 'Nachlass'],
  return: ['Return', 'Devolución', 'Rückgabe'],
  error: ['Correction', 'Corrección', 'Korrektur'],
  rate: ['rate', 'tasa', 'Satz'],
  quota: ['quota', 'cuota', 'Betrag je Einheit'],
  exempt: ['exempt', 'exento', 'befreit'],
};
const WORDED = new Set(['record_type', 'channel', 'format', 'credit_reason', 'factor']);

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

export const nameOf = (language: Language, key: string): string =>
  NAMES[key]?.[ORDER[language]] ??
  common(language)[key] ??
  key.replace(/_(code|minor)$/, '').replaceAll('_', ' ');

/** A code as people read it; itself where it has no words. */
export const codeText = (language: Language, key: string, value: string): string =>
  (WORDED.has(key) ? VALUES[value]?.[ORDER[language]] : undefined) ?? value;

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
  'total_with_tax',
  'gross_amount',
  'discount_amount',
  'discount_total',
  'line_total',
  'line_gross_total',
  'allowance_total',
  'charge_total',
  'unit_price',
  'base',
  'tax_total',
  'withheld_total',
  'prepaid_amount',
  'paid',
  'balance_before',
  'balance_after',
  'home_tax_total',
  'home_subtotal',
  'home_total_with_tax',
]);

/** Amounts of lines have up to six decimals, all of which are filed. */
const MOST_DECIMALS = 6;
/** Of a currency of small units, all of which count. */
const RATE_DECIMALS = 12;

export const exactSum = (language: Language, value: number, currency: string): string => {
  const digits = currencyDigits(currency);
  return figure(language, value, digits, Math.max(digits, MOST_DECIMALS));
};

const DAYS = new Set([
  'issue_date',
  'due_date',
  'delivery_date',
  'supply_date',
  'paid_on',
  'payment_date',
  'from',
  'to',
]);

/** Whether it is a calendar day: a reference that only looks like one is told as it stands. */
export const isDay = (key: string, value: unknown): value is string =>
  DAYS.has(key) && typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

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
    if (key === 'year') return `${Number(value)}`;
    if (MONEY.has(key)) return `${exactSum(language, Number(value), currency)}\u00a0${currency}`;
    if (key === 'exchange_rate') return figure(language, Number(value), 0, RATE_DECIMALS);
    if (typeof value === 'number' || /^(quantity|tax_rate|rate)$/.test(key))
      return figure(language, Number(value));
  }
  if (isDay(key, value)) return day(language, value);
  return typeof value === 'string' ? codeText(language, key, value) : JSON.stringify(value);
};
