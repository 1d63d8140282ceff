// What people write when they pay, and what banks write when nobody pays a document.
import { listOf } from './words.ts';

export interface Concepts {
  /** For lines that settle something, without a number. */
  readonly plain: readonly string[];
  readonly products: readonly string[];
  readonly months: readonly string[];
  /** `%` is the list of numbers or the name of what is paid. */
  readonly partial: readonly string[];
  readonly final: readonly string[];
  readonly several: readonly string[];
  readonly advance: readonly string[];
  readonly refund: readonly string[];
  readonly returned: readonly string[];
  readonly resend: readonly string[];
  readonly onBehalf: readonly string[];
  readonly ownTransfer: readonly string[];
  readonly fees: readonly string[];
  readonly taxes: readonly string[];
  readonly payroll: readonly string[];
  readonly cards: readonly string[];
  readonly processors: readonly string[];
  readonly unrelatedIn: readonly string[];
  readonly unrelatedOut: readonly string[];
}

export const MX_CONCEPTS: Concepts = {
  plain: listOf(`
PAGO, PAGO FACTURA, PAGO DE FACTURA, PAGO FACTURAS, PAGO PROVEEDORES, PAGO A PROVEEDOR, TRANSFERENCIA, TRANSF INTERBANCARIA, SPEI,
DEPOSITO, ABONO A CUENTA, PAGO SERVICIOS, PAGO MATERIAL, COMPRA DE MATERIAL, PAGO PEDIDO, LIQUIDACION, PAGO CXP, PAGO CLIENTE,
PAGO MENSUAL, SERVICIOS PRESTADOS, HONORARIOS, TRASPASO A TERCEROS, PAGO DE MERCANCIA, PAGO MERCANCIAS, PAGO CUENTA,
PAGO TRANSFERENCIA, ENVIO SPEI, S/CONCEPTO, SIN CONCEPTO, PAGOS VARIOS, PAGO CREDITO, PAGO ADEUDO, OPERACIONES, GASTOS`),
  products: listOf(`
RENTA LOCAL, RENTA OFICINA, RENTA BODEGA, IGUALA, IGUALA MENSUAL, ASESORIA, SERVICIO DE LIMPIEZA, VIGILANCIA, MANTENIMIENTO,
INTERNET, HOSPEDAJE WEB, LICENCIAS, SUSCRIPCION, CEMENTO, VARILLA, TORNILLERIA, PAPELERIA, TONER, UNIFORMES, FLETES, DIESEL,
AGUA, REFACCIONES, LLANTAS, COMIDA PERSONAL, CAPACITACION, PUBLICIDAD, DISENO, IMPRESION, EMPAQUE, TARIMAS, REPARACION`),
  months: listOf(
    `ENERO, FEBRERO, MARZO, ABRIL, MAYO, JUNIO, JULIO, AGOSTO, SEPTIEMBRE, OCTUBRE, NOVIEMBRE, DICIEMBRE`,
  ),
  partial: listOf(
    `ABONO %, ABONO A %, PAGO PARCIAL %, A CUENTA %, A CTA DE %, PARCIALIDAD %, 1ER PAGO %, ANTICIPO 50% %, PAGO 1 DE 2 %`,
  ),
  final: listOf(
    `FINIQUITO %, SALDO %, LIQUIDACION %, PAGO FINAL %, RESTO %, COMPLEMENTO %, PAGO 2 DE 2 %, LIQUIDA %`,
  ),
  several: listOf(
    `PAGO FACTS %, PAGO FACTURAS %, FACTURAS %, FACS %, F %, PAGO DE % , LIQUIDA %, PAGO VARIAS FACTURAS %, %`,
  ),
  advance: listOf(
    `ANTICIPO, ANTICIPO PEDIDO, ANTICIPO OBRA, PAGO ANTICIPADO, ANTICIPO DE COMPRA, ANTICIPO 50%, APARTADO, DEPOSITO EN GARANTIA,
COTIZACION, SEGUN COTIZACION, PAGO COTIZACION, PRESUPUESTO, PAGO PROFORMA`,
  ),
  refund: listOf(
    `DEVOLUCION, DEVOLUCION FACTURA %, REEMBOLSO, NOTA DE CREDITO %, REEMBOLSO PAGO DUPLICADO %, BONIFICACION %, DEV %`,
  ),
  returned: listOf(`
DEVOLUCION SPEI, SPEI DEVUELTO, DEV SPEI CUENTA INEXISTENTE, RECHAZO SPEI, DEVOLUCION POR CUENTA CANCELADA, REVERSO SPEI, DEVUELTO`),
  resend: listOf(`REENVIO, 2DO ENVIO, REENVIO PAGO, PAGO CORREGIDO, `),
  onBehalf: listOf(`POR CTA DE ~, POR CUENTA DE ~, P/CTA ~, A NOMBRE DE ~, PAGO DE ~, , `),
  ownTransfer: listOf(`
TRASPASO ENTRE CUENTAS PROPIAS, TRASPASO CUENTA PROPIA, TRASPASO, FONDEO, FONDEO CUENTA, DISPERSION, TRASPASO A INVERSION, TRANSF CTAS PROPIAS`),
  fees: listOf(`
COMISION SPEI, COM TRANSFERENCIA SPEI, IVA COMISION, IVA POR COMISION, COMISION POR MANEJO DE CUENTA, COM CHEQUE LIBRADO,
COMISION MEMBRESIA, COM. SERV BANCA ELECTRONICA, I.V.A. COM TPV, COMISION ANUALIDAD`),
  taxes: listOf(`
PAGO REFERENCIADO SAT, SAT PAGO DE IMPUESTOS, PAGO IMSS SIPARE, INFONAVIT CUOTAS, ISN TESORERIA ESTADO, PAGO PREDIAL, TENENCIA VEHICULAR,
SAT LINEA DE CAPTURA, PAGO CUOTAS OBRERO PATRONALES`),
  payroll: listOf(
    `NOMINA QUINCENA, PAGO NOMINA, DISPERSION NOMINA, NOMINA SEMANAL, FINIQUITO EMPLEADO, AGUINALDO, PRIMA VACACIONAL, SUELDO`,
  ),
  cards: listOf(`
COMPRA OXXO, COMPRA GASOLINERIA, COMPRA AMAZON MX, COMPRA UBER TRIP, COMPRA OFFICE DEPOT, COMPRA HOME DEPOT, COMPRA WALMART, COMPRA VIVA AEROBUS,
PAGO TARJETA DE CREDITO, COMPRA COSTCO, COMPRA TELCEL RECARGA, COMPRA MICROSOFT*365`),
  processors: listOf(`
CLIP DEPOSITO VENTAS, MERCADO PAGO LIQUIDACION, STRIPE PAYMENTS MEXICO, PAYPAL MEX TRANSFER, CONEKTA PAYOUT, VENTAS TPV DEBITO, VENTAS TPV CREDITO,
OPENPAY DISPERSION, ZETTLE DEPOSITO, KUESKI PAY LIQUIDACION`),
  unrelatedIn: listOf(`
INTERESES GANADOS, DEPOSITO EN EFECTIVO, DEPOSITO CHEQUE SBC, PRESTAMO SOCIO, APORTACION DE CAPITAL, INDEMNIZACION SEGURO, BONIFICACION BANCO,
DEVOLUCION IVA SAT, VENTA ACTIVO, DISPOSICION CREDITO SIMPLE`),
  unrelatedOut: listOf(`
RETIRO CAJERO AUTOMATICO, CHEQUE PAGADO, PAGO CREDITO SIMPLE, SEGURO AUTO QUALITAS, CFE SUMINISTRO BASICO, TELMEX RECIBO, PRESTAMO EMPLEADO,
REEMBOLSO GASTOS, CAJA CHICA, DIVIDENDOS, DONATIVO, PENSION ALIMENTICIA, RENTA TERRENO`),
};

export const DE_CONCEPTS: Concepts = {
  plain: listOf(`
Rechnung, Zahlung, Überweisung, Vielen Dank, Danke, Ihre Rechnung, Rechnungsbetrag, Ausgleich, Zahlung Lieferung, Begleichung Rechnung, lt. Rechnung,
gemäß Rechnung, Zahlung laut Vereinbarung, Lieferung, Auftrag, Bestellung, Zahlung offene Posten, Kontoausgleich, Honorar, Sammelzahlung,
Dienstleistung, Warenlieferung, monatliche Zahlung, Kundenzahlung, Bezahlung, RE, Rg., siehe Avis, lt. Avis, Zahlungsavis folgt`),
  products: listOf(`
Miete, Büromiete, Hallenmiete, Wartung, Wartungsvertrag, Beratung, Reinigung, Hosting, Lizenz, Abo, Druckkosten, Papier, Schrauben,
Dämmstoff, Zement, Fracht, Transport, Diesel, Getränke, Catering, Schulung, Werbung, Grafik, Verpackung, Paletten, Reparatur,
Steuerberatung, Buchhaltung, Leasing, Winterdienst, Gartenpflege, Strom, Gas`),
  months: listOf(
    `Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, November, Dezember`,
  ),
  partial: listOf(`
Teilzahlung %, Abschlag %, Anzahlung %, Rate 1 %, 1. Rate %, Akonto %, a conto %, Teilbetrag %, Abschlagszahlung %, Rate %`),
  final: listOf(
    `Restzahlung %, Rest %, Schlusszahlung %, Restbetrag %, 2. Rate %, Ausgleich Rest %, Schlussrate %`,
  ),
  several: listOf(
    `Rechnungen %, RE %, Rg. %, RG-Nr. %, Sammelüberweisung %, Re-Nr %, div. Rechnungen %, Ausgleich %, %`,
  ),
  advance: listOf(
    `Anzahlung, Vorkasse, Vorauszahlung, Anzahlung Auftrag, Abschlag Auftrag, Kaution, Reservierung, Vorschuss,
Angebot, lt. Angebot, gem. Kostenvoranschlag, Zahlung Angebot`,
  ),
  refund: listOf(
    `Erstattung, Rückzahlung, Gutschrift %, Erstattung %, Rücküberweisung Doppelzahlung %, Storno %, Gutschrift zu %`,
  ),
  returned: listOf(`
Rückgabe, Rücküberweisung, RETOURE, RÜCKLASTSCHRIFT, Retoure SEPA, IBAN fehlerhaft Rückgabe, Konto erloschen, RUECKUEBERWEISUNG, NICHT AUSFUEHRBAR`),
  resend: listOf(`Erneute Zahlung, 2. Versuch, korrigierte IBAN, nochmals, `),
  onBehalf: listOf(`für ~, i.A. ~, im Auftrag ~, wg. ~, Zahlung für ~, , `),
  ownTransfer: listOf(`
Umbuchung, Übertrag, Kontoübertrag, Eigenübertrag, Umbuchung eigenes Konto, Cashpooling, Liquiditätsausgleich, Übertrag Tagesgeld`),
  fees: listOf(`
Entgeltabschluss, Kontoführungsentgelt, Abschluss per Quartal, Buchungsentgelt, Auslandsentgelt, Entgelt SEPA Überweisung, Bereitstellungszinsen,
Kartenentgelt, Avalprovision, Rechnungsabschluss`),
  taxes: listOf(`
Finanzamt USt-VA, Finanzamt Lohnsteuer, Gewerbesteuer Stadtkasse, Körperschaftsteuer, Beitrag AOK, Beitrag Techniker Krankenkasse, Berufsgenossenschaft,
Grundsteuer, IHK Beitrag, Rundfunkbeitrag, Bundeskasse Zoll`),
  payroll: listOf(
    `LOHN/GEHALT, Gehalt, Lohn, Gehaltszahlung, Weihnachtsgeld, Urlaubsgeld, Minijob, Aushilfslohn, Tantieme`,
  ),
  cards: listOf(`
GIROCARD REWE, VISA AMAZON EU, ARAL STATION, SHELL, DB VERTRIEB, LUFTHANSA, IKEA, HORNBACH, MEDIA MARKT, Kreditkartenabrechnung, GOOGLE WORKSPACE,
MICROSOFT IRELAND, ADOBE SYSTEMS, PARKHAUS`),
  processors: listOf(`
STRIPE PAYMENTS EUROPE, PayPal Europe Auszahlung, SumUp Payout, Mollie B.V., Adyen N.V., Concardis Kartenumsätze, Klarna Bank Auszahlung,
Amazon Payments, Nexi Abrechnung, Shopify Payments`),
  unrelatedIn: listOf(`
Habenzinsen, Bareinzahlung, Gesellschafterdarlehen, Versicherungsleistung, Steuererstattung Finanzamt, Zuschuss BAFA, Kapitaleinlage, Darlehensauszahlung,
Mieteingang Stellplatz, Verkauf Firmenwagen`),
  unrelatedOut: listOf(`
Barauszahlung, Darlehensrate, KFZ-Versicherung, Telekom Deutschland, Vodafone, E.ON Energie, Privatentnahme, Auslagen, Spende, Gewinnausschüttung, Leasingrate,
Allianz Versicherung, Mitgliedsbeitrag, Stadtwerke Abschlag`),
};
