// Words that say what a bank line is about, in Spanish, German and English, folded. General language of banks and
// payers, not the wording of one bank.

const phrases = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .flatMap((row) => row.split(','))
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

/** What kind of line it may be. A phrase counts where it begins at a word; a trailing `.` asks for its end there too. */
export const TOPICS = {
  fee: phrases(`comision, comisiones, com., cobro de comision, iva comision, iva com., anualidad, manejo de cuenta, membresia,
    cuota mensual, cuota administr, cuota de mantenimiento, uso de banca, servicio de banca, gebuhr, gebuehr, entgelt, kontofuhr,
    kontofuehr, abschluss, rechnungsabschluss, porto, provision, bankspesen, auslandsentgelt, fee., fees.`),
  interest: phrases(
    `intereses, interes., rendimiento, isr retenido, zinsen, zins., habenzins, sollzins, dispositionszins, inversion vista`,
  ),
  tax: phrases(`sat., pago sat, impuesto, impuestos, pago referenciado, tesofe, isr., ieps, imss, infonavit, sipare, linea de captura,
    pago provisional, declaracion, predial, tenencia, refrendo, tesoreria, secretaria de finanzas,
    finanzamt, finanzkasse, umsatzsteuer, ust-va, ust., ust va, lohnsteuer, gewerbesteuer, korperschaftsteuer, koerperschaftsteuer,
    steuernummer, steuerverwaltung, stadtkasse, bundeskasse, landeskasse, zoll., hauptzollamt, elster`),
  payroll:
    phrases(`nomina, dispersion, sueldo, sueldos, salario, aguinaldo, finiquito, quincena, prestaciones,
    lohn, gehalt, gehalter, gehaelter, bezuge, bezuege, sozialversicherung, krankenkasse, beitrag, beitraege, beitrage, knappschaft,
    minijob, payroll, salary, aok., tk., barmer, dak., ikk., bkk., berufsgenossenschaft`),
  card: phrases(`compra tdd, compra tdc, compra en, compra con, compra tarjeta, tarjeta, tdd., tdc., pago tarjeta, cargo tarjeta, domiciliacion, pos.,
    kartenzahlung, karte., girocard, kreditkarte, visa., mastercard, debitk., ec., maestro, lastschrift karte, kartenumsatz, amex`),
  psp: phrases(`stripe, paypal, mercado pago, mercadopago, clip., conekta, openpay, sumup, adyen, klarna, mollie, payone, worldline,
    terminal punto, tpv, ventas tpv, liquidacion tpv, deposito ventas, ventas tarjeta, amazon payments, shopify, zettle, izettle,
    billpocket, kushki, getnet, evo payments, prosa, payout, auszahlung, liquidacion ventas, liquidacion tarjetas, kartenabrechnung, nexi, concardis, telecash,
    square., checkout.com, unzer, rappi, uber eats, lieferando`),
  cash: phrases(`retiro, cajero, disposicion, efectivo, deposito en efectivo, geldautomat, bargeld, barauszahlung, bareinzahlung, einzahlung bar,
    ga nr, auszahlung ga, atm.`),
  transfer:
    phrases(`traspaso, cuentas propias, entre cuentas, cuenta propia, mismo titular, transferencia propia, umbuchung, ubertrag,
    uebertrag, eigenes konto, eigene konten, kontoubertrag, kontouebertrag, interne uberweisung, transfer own, own account, fondeo,
    concentracion, liquiditat, liquiditaet, cash pool, cashpool, sweep, barrido, tagesgeld, festgeld, inversion`),
  returned:
    phrases(`devolucion, devuelt, dev., dev spei, devol, retorno, rechaz, reverso, reversa, reversion, cuenta inexistente,
    cuenta bloqueada, cuenta cancelada, cuenta no existe, no existe la cuenta, clabe incorrecta, cuenta incorrecta, retrocesion, anulacion, no aplicado,
    ruckgabe, ruckruf, rueckruf, empfanger unbekannt, empfaenger unbekannt, iban fehlerhaft, nicht zustellbar, konto unbekannt, zuruck, zurueck, rueckgabe, retoure, rucklastschrift, ruecklastschrift, ruckuberweisung, rueckueberweisung,
    ruckbuchung, rueckbuchung, rucklauf, ruecklauf, storno, stornierung, konto erloschen, nicht ausfuhrbar, nicht ausfuehrbar,
    unzustellbar, returned, chargeback, reversal`),
  refund:
    phrases(`reembolso, bonificacion, nota de credito, nota credito, saldo a favor, cancelacion, descuento devuelto, erstattung,
    gutschrift aus, gutschrift zu, gutschriftsnr, ruckerstattung, rueckerstattung, ruckzahlung, rueckzahlung, refund, credit note,
    gutschrift nr`),
  advance:
    phrases(`anticipo, adelanto, a cuenta de, deposito en garantia, enganche, apartado, prepago, pago anticipado, vorauszahlung,
    anzahlung, kaution, reservierung, vorkasse, vorschuss, advance, prepayment, down payment`),
  order: phrases(`pedido, orden de compra, oc., auftrag, bestellung, best nr, purchase order, order`),
  quote: phrases(
    `cotizacion, cotiz., presupuesto, angebot, angebots, ang nr, kostenvoranschlag, kva., offerte, quote., quotation, estimate.,
    proforma, pro forma`,
  ),
  part: phrases(`abono., abono a, parcialidad, parcial, pago parcial, primer pago, segundo pago, 1er pago, 2do pago, 1a parc, 2a parc,
    teilzahlung, teilbetrag, teil, abschlag, abschlagszahlung, rate., raten, akonto, a conto, part payment, partial, installment,
    instalment, a cta`),
  final:
    phrases(`finiquito, saldo., liquida, resto, restante, complemento, pago final, ultimo pago, restzahlung, restbetrag, rest., schlusszahlung,
    schlussrate, restsumme, ausgleich, final payment, balance payment, remainder`),
  retention: phrases(
    `retencion, retenciones, ret., menos ret, neto., einbehalt, withholding, ret isr, ret iva`,
  ),
  discount: phrases(
    `skonto, abzgl, abzuglich, abzueglich, sk., pronto pago, descuento, desc., discount, minus`,
  ),
  feeNote: phrases(
    `menos comision, menos com, comision descontada, gastos, our., sha., ben., abzgl gebuhr, spesen, charges, bank charges, gebuhren`,
  ),
  list: phrases(`facturas, facts., facs., fras., rechnungen, rgn., rgnr., rg-nrn, re-nrn, rechnungsnrn, invoices, varias, varios, diverse, mehrere,
    sammelzahlung, sammeluberweisung, sammelueberweisung, pago de facturas, relacion, segun avis, avis., lt. avis, sammler`),
} as const;

export type Topic = keyof typeof TOPICS;

const TOPIC_NAMES = Object.keys(TOPICS) as Topic[];

interface Phrase {
  readonly topic: Topic;
  readonly words: string;
  readonly closed: boolean;
}

/** By the first three letters, so that a line is read once and not once a phrase. */
const PHRASES: ReadonlyMap<string, readonly Phrase[]> = (() => {
  const map = new Map<string, Phrase[]>();
  for (const topic of TOPIC_NAMES) {
    for (const phrase of TOPICS[topic]) {
      const closed = phrase.endsWith('.');
      const words = phrase
        .replace(/\.$/, '')
        .replace(/[^a-z0-9]+/g, ' ')
        .trim();
      const key = words.slice(0, 2);
      map.set(key, [...(map.get(key) ?? []), { topic, words, closed }]);
    }
  }
  return map;
})();

/** The topics of a text whose words are parted by single spaces. */
const LOST = /(?<=[a-z])\?(?=[a-z])/g;

/** Where a letter was lost in the encoding, each umlaut's letter is tried. */
export const findTopics = (plain: string): ReadonlySet<Topic> => {
  if (!plain.includes('?')) return plainTopics(plain);
  const found = ['u', 'a', 'o', ''].flatMap((letter) => [...plainTopics(plain.replace(LOST, letter))]);
  return new Set(found);
};

/** What Mexican banks call a credit; payers call a part payment so. */
const BANKS_ABONO = /^abono (?:transf|spei|tef|inter|por|en cuenta|recib|deposito|cuenta)/;

const plainTopics = (plain: string): ReadonlySet<Topic> => {
  const found = new Set<Topic>();
  let index = 0;
  while (index < plain.length) {
    for (const phrase of PHRASES.get(plain.slice(index, index + 2)) ?? []) {
      if (plain.startsWith(phrase.words, index)) {
        const after = plain.charAt(index + phrase.words.length);
        const isBanks = index === 0 && phrase.words === 'abono' && BANKS_ABONO.test(plain);
        if (!isBanks && (!phrase.closed || after === '' || after === ' ')) found.add(phrase.topic);
      }
    }
    const next = plain.indexOf(' ', index);
    if (next < 0) break;
    index = next + 1;
  }
  return found;
};

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that introduce an invoice's number. */
export const INVOICE_WORDS = set(`
f fa fac fact factura facturas fra fras ft folio folios num numero no nro nr re rg rnr renr rgnr rechnung rechnungen
rechnungsnr rechnungsnummer rech rn inv invoice invoices beleg belegnr belegnummer ref referencia remision nota doc
documento pago abono kdnr vwz`);

/** Words of banks, payment systems and payers that name nobody. */
export const JARGON = set(`
spei recibido recibida enviado enviada envio deposito depositos retiro retiros transferencia transf transfer tef traspaso
pago pagos abono cargo cuenta cta clabe clave rastreo ordenante beneficiario cliente nombre con rfc concepto referencia ref
numerica bco banco institucion emisora receptora fecha hora liq motivo dato no verificado verificada por esta caja linea
bbva bancomer banorte ixe santander serfin banamex citibanamex hsbc scotiabank inbursa azteca bajio banbajio afirme
banregio mifel bancoppel stp nu mexico bnet internet movil app sucursal suc folio factura facturas fact fac fra num numero
nro autorizacion mismo dia interbancario interbancaria tercero terceros de del la el los las al en a y e o
uberweisung ueberweisung uberweisungsgutschrift gutschrift gutschr ubw uberw dauerauftrag lastschrift basislastschrift
sepa einzahlung eingang ausgang zahlung zahlungseingang online banking echtzeit echtzeituberweisung auftraggeber
empfanger empfaenger zahlungspflichtiger zahlungsempfanger verwendungszweck vwz svwz eref kref mref cred iban bic end to id
ende buchung buchungstext ref referenz rechnung rechnungen rechnungsnr rechnungsnummer rgnr renr nr vom von fur fuer und
kunde kdnr kundennr kundennummer notprovided datum sparkasse volksbank commerzbank deutsche bank postbank dkb hypovereinsbank
credit payment incoming outgoing income abwa abwe iban bic konto kto blz saldo monat miete renta mes
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
januar februar marz maerz april mai juni juli august september oktober november dezember`);

/** Month words; the value is 1 to 12. Three-letter forms only as whole words. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...[
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ].map((word, index) => [word, index + 1] as const),
  ...[
    'januar',
    'februar',
    'marz',
    'april',
    'mai',
    'juni',
    'juli',
    'august',
    'september',
    'oktober',
    'november',
    'dezember',
  ].map((word, index) => [word, index + 1] as const),
  ...['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'].map(
    (word, index) => [word, index + 1] as const,
  ),
  ['jan', 1],
  ['maerz', 3],
  ['mrz', 3],
  ['apr', 4],
  ['aug', 8],
  ['sept', 9],
  ['okt', 10],
  ['dez', 12],
  ['january', 1],
  ['february', 2],
  ['march', 3],
  ['may', 5],
  ['june', 6],
  ['july', 7],
  ['october', 10],
  ['december', 12],
]);
