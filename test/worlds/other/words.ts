// Words of companies and banks of the two countries.
import type { Country } from '../types.ts';

const list = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\s*[,\n]\s*/u)
    .filter((word) => word !== '');

export interface Words {
  readonly trades: readonly string[];
  readonly cores: readonly string[];
  readonly places: readonly string[];
  readonly legal: readonly string[];
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly goods: readonly string[];
  readonly monthly: readonly string[];
  readonly months: readonly string[];
  readonly banks: readonly string[];
  /** # is the number. */
  readonly folio: readonly string[];
  readonly several: readonly string[];
  readonly vague: readonly string[];
  readonly part: readonly string[];
  readonly rest: readonly string[];
  readonly quote: readonly string[];
  readonly refund: readonly string[];
  readonly advance: readonly string[];
  readonly bounced: readonly string[];
}

const MX: Words = {
  trades:
    list(`Comercializadora, Distribuidora, Transportes, Constructora, Inmobiliaria, Refaccionaria, Laboratorios,
Papelería, Ferretería, Abarrotes, Consultores, Maquinados, Empaques, Textiles, Agropecuaria, Alimentos, Clínica, Operadora,
Servicios Integrales, Soluciones, Tecnologías, Industrias, Corporativo, Grupo, Aceros, Plásticos, Muebles, Imprenta, Hotelera, Logística`),
  cores:
    list(`Tarvesa, Nocupa, Zimbral, Ovalto, Quermex, Adrisa, Peltamar, Ixtlán, Cuautenco, Maralta, Huizar, Rovirosa,
Delmonte, Sorensa, Vitromar, Cañada Honda, La Esperanza, El Roble, San Isidro, Santa Lucía, Tres Hermanos, Nuevo Mundo, Azteca, Maya,
Pacífico, Valle Verde, Monte Alto, Río Lerma, Lobo, Águila Real, Jade, Cobalto, Kukul, Nahual, Treviño, Escamilla, Bracamontes, Ponce y Asociados, Duarte, Landa`),
  places: list(
    `del Bajío, de Occidente, del Norte, de Jalisco, Querétaro, Monterrey, Puebla, del Sureste, Peninsular, Tijuana`,
  ),
  legal: list(
    `SA de CV, SA de CV, SA de CV, S de RL de CV, SAPI de CV, SC, SAS de CV, SAS, AC, SPR de RL de CV`,
  ),
  first: list(
    `Alejandra, Benito, Catalina, Darío, Estela, Fabián, Guadalupe, Héctor, Irma, Julián, Leticia, Martín, Noemí, Óscar, Patricia, Raúl, Sofía, Tomás, Verónica, José Luis, María Elena, Juan Carlos`,
  ),
  last: list(
    `García, Hernández, Martínez, López, González, Pérez, Ramírez, Flores, Muñoz, Cervantes, Ibarra, Zúñiga, Olvera, Quintana, Bautista, Montes, Saucedo, Villaseñor, Ocampo, Ávila`,
  ),
  goods: list(
    `Materiales, Mercancía, Flete, Honorarios, Asesoría, Mantenimiento preventivo, Tóner, Uniformes, Refacciones, Publicidad, Desarrollo web, Maquila, Impresión de lonas, Capacitación, Insumos`,
  ),
  monthly: list(
    `Renta, Renta local 4, Mantenimiento, Iguala, Suscripción, Licencias, Vigilancia, Limpieza, Internet, Contabilidad, Hosting`,
  ),
  months: list(
    `enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre`,
  ),
  banks: list(
    `BANORTE, SANTANDER, BANAMEX, HSBC, SCOTIABANK, BAJIO, INBURSA, AFIRME, BANREGIO, STP, AZTECA, BBVA MEXICO, NU MEXICO, MIFEL`,
  ),
  folio: list(
    `#, F #, F#, FAC #, FACT #, FACTURA #, FACT. #, PAGO FACTURA #, PAGO FAC #, PAGO DE FACTURA #, LIQ FACT #, FOLIO #, FOL #, CFDI #, PAGO CFDI #, FRA #, PAGOFACTURA#, FACTURA NUM #, Pago # gracias, PAGO TOTAL FACTURA #, N/FACT #, Fac.#`,
  ),
  several: list(
    `FACTS #, FACTURAS #, PAGO FACTURAS #, FACS #, LIQ FACTURAS #, PAGO #, #, PAGO DE FACTURAS #, Fact #`,
  ),
  vague: list(
    `PAGO, PAGO FACTURA, TRANSFERENCIA, PAGO PROVEEDOR, PAGO A PROVEEDORES, Pago servicios, PAGO CLIENTE, LIQUIDACION, abono, PAGO INTERBANCARIO, SPEI, PAGO SALDO, Pago de mercancia, PAGO FACTURAS VARIAS, TRANSF, pago semana`,
  ),
  part: list(
    `ANTICIPO #, ABONO #, ABONO A FACTURA #, PAGO PARCIAL FACT #, 1ER PAGO #, PARCIALIDAD 1 DE 2 #, A CUENTA #, 50% FACT #`,
  ),
  rest: list(
    `FINIQUITO #, RESTO #, SALDO FACT #, LIQUIDACION #, 2DO PAGO #, PARCIALIDAD 2 DE 2 #, COMPLEMENTO #, REMANENTE #`,
  ),
  quote: list(
    `COTIZACION #, COT #, SEGUN COTIZACION #, PAGO COTIZ. #, PRESUPUESTO #, PROFORMA #, ANTICIPO COTIZACION #, S/COTIZACION #`,
  ),
  refund: list(
    `REEMBOLSO, DEVOLUCION, REEMBOLSO DE GASTOS, DEV PAGO DUPLICADO, DEVOLUCION DE SALDO, REINTEGRO, NOTA DE CREDITO #, DEVOLUCION FACT #, BONIFICACION`,
  ),
  advance: list(
    `ANTICIPO, ANTICIPO PEDIDO #, ANTICIPO OBRA, APARTADO, PAGO ANTICIPADO, ENGANCHE, ANTICIPO 30%, ANTICIPO OC #, DEPOSITO EN GARANTIA`,
  ),
  bounced: list(
    `DEVOLUCION SPEI, DEVOLUCION DE TRANSFERENCIA CUENTA INEXISTENTE, SPEI DEVUELTO, RECHAZO SPEI CUENTA BLOQUEADA`,
  ),
};

const DE: Words = {
  trades:
    list(`Metallbau, Sanitärtechnik, Elektrotechnik, Spedition, Druckerei, Gartenbau, IT-Systeme, Immobilien, Hausverwaltung,
Bäckerei, Autohaus, Großhandel, Medien, Steuerberatung, Maschinenbau, Werkzeuge, Fördertechnik, Möbelhaus, Getränke, Apotheke, Reinigung, Zeitarbeit,
Büroservice, Verpackungen, Küchenstudio, Dachdeckerei, Ingenieurbüro, Consulting, Software, Logistik`),
  cores:
    list(`Müller, Schröder, Köhler, Lindner, Haase, Brandt, Weiß, Jäger, Vogt, Kröger, Nordlicht, Havelland, Elbtal, Rheinblick,
Tarvo, Qualitas, Novexa, Tekton, Albrecht & Sohn, Gebrüder Stark, Klee, Bergmann, Sommerfeld, Oberländer, Zander, Dörr, Pfalz, Isar, Weser, Harz,
Phönix, Merkur, Orion, Saphir, Falke, Biber, Wagner, Schulz, Richter, Hofmann`),
  places: list(
    `Nord, Süd, Berlin, Hamburg, München, Köln, Mitteldeutschland, Rhein-Main, International, Sachsen`,
  ),
  legal: list(
    `GmbH, GmbH, GmbH, GmbH & Co. KG, AG, KG, e.K., UG (haftungsbeschränkt), eG, e.V., OHG, GbR, PartG mbB`,
  ),
  first: list(
    `Anneliese, Björn, Claudia, Detlef, Elke, Friedrich, Gisela, Hans-Peter, Ingrid, Jürgen, Katrin, Lars, Monika, Norbert, Petra, Ralf, Sabine, Thomas, Uwe, Yvonne, Käthe`,
  ),
  last: list(
    `Schmidt, Schneider, Fischer, Weber, Meyer, Becker, Schäfer, Koch, Bauer, Krüger, Groß, Lange, Böhm, Seidel, Winkler, Kühn, Arnold, Ziegler, von Thun, Öztürk`,
  ),
  goods: list(
    `Warenlieferung, Beratung, Reparatur, Transport, Druckkosten, Wartung, Ersatzteile, Werbung, Programmierung, Schulung, Material, Honorar, Montage, Büromaterial`,
  ),
  monthly: list(
    `Miete, Miete Lager, Wartungspauschale, Abo, Leasingrate, Lizenz, Reinigung, Telefon, Buchhaltung, Hosting, Strom Abschlag`,
  ),
  months: list(
    `Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, November, Dezember`,
  ),
  banks: list(`Sparkasse, Volksbank, Commerzbank, Deutsche Bank, DKB, ING, Postbank`),
  folio: list(
    `#, RE #, RE#, Rg #, Rg.#, Rechnung #, Rechnungsnr. #, Re.-Nr. #, RNr #, RNR.#, Rechn. #, INV #, Zahlung Rechnung #, Ausgleich Rg. #, Beleg #, Ihre Rechnung #, Rech.Nr.: #, Rg-Nr #, Rechnung Nr. # Danke, Faktura #, Begl. Rechnung #`,
  ),
  several: list(
    `RE #, Rechnungen #, Rgn. #, Rechnungsnr. #, #, Re.Nr. #, Ausgleich #, Sammelzahlung #, div. Rg. #, RG #`,
  ),
  vague: list(
    `Rechnung, Zahlung, Überweisung, Ausgleich, Rechnung vom letzten Monat, Kontoausgleich, Vielen Dank, siehe Avis, lt. Avis, Zahlungsavis folgt, Lieferung, Danke, offene Posten, Begleichung, Kundennummer, Ihre Forderung`,
  ),
  part: list(
    `Teilzahlung #, Abschlag #, 1. Rate #, Anzahlung Rechnung #, a conto #, Teilbetrag #, TZ #, Akonto Rg #`,
  ),
  rest: list(
    `Restzahlung #, Rest #, Schlusszahlung #, 2. Rate #, Restbetrag Rg #, Ausgleich Restbetrag #, Schlussrate #`,
  ),
  quote: list(
    `Angebot #, lt. Angebot #, Kostenvoranschlag #, KVA #, Anzahlung Angebot #, gem. Angebot Nr. #, Angebots-Nr. #, Proforma #`,
  ),
  refund: list(
    `Erstattung, Rückzahlung, Gutschrift #, Rückerstattung, Erstattung Doppelzahlung, Korrektur #, Rückvergütung, Guthabenauszahlung, Erstattung #`,
  ),
  advance: list(
    `Vorauszahlung, Vorkasse Auftrag #, Anzahlung, Anzahlung Auftrag #, Vorkasse, Kaution, Reservierung, Abschlag Bauvorhaben`,
  ),
  bounced: list(
    `Rücküberweisung IBAN fehlerhaft, RETOURE Konto erloschen, Rückgabe SEPA Überweisung, RUECKUEBERWEISUNG EMPFAENGER UNBEKANNT`,
  ),
};

export const wordsOf = (country: Country): Words => (country === 'MX' ? MX : DE);
