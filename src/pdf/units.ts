// Names of the usual units of UN/ECE recommendation 20 and 21; any other unit is printed as its code.
import type { Language } from '../base/locale.ts';

type Names = readonly [en: string, de: string, es: string];

const UNITS: Readonly<Record<string, Names>> = {
  H87: ['pcs', 'Stück', 'Pieza'],
  EA: ['pcs', 'Stück', 'Elemento'],
  SEC: ['s', 'Sek.', 'Segundo'],
  MIN: ['min', 'Min.', 'Minuto'],
  HUR: ['h', 'Std.', 'Hora'],
  DAY: ['days', 'Tage', 'Día'],
  WEE: ['weeks', 'Wochen', 'Semana'],
  MON: ['months', 'Monate', 'Mes'],
  ANN: ['years', 'Jahre', 'Año'],
  GRM: ['g', 'g', 'Gramo'],
  KGM: ['kg', 'kg', 'Kilogramo'],
  TNE: ['t', 't', 'Tonelada'],
  MLT: ['ml', 'ml', 'Mililitro'],
  LTR: ['l', 'l', 'Litro'],
  CMT: ['cm', 'cm', 'Centímetro'],
  MTR: ['m', 'm', 'Metro'],
  KMT: ['km', 'km', 'Kilómetro'],
  MTK: ['m²', 'm²', 'Metro cuadrado'],
  MTQ: ['m³', 'm³', 'Metro cúbico'],
  KWH: ['kWh', 'kWh', 'Kilowatt hora'],
  LS: ['flat rate', 'pauschal', 'Suma global'],
  P1: ['%', '%', 'Por ciento'],
  SET: ['sets', 'Satz', 'Conjunto'],
  PR: ['pairs', 'Paar', 'Par'],
  E48: ['service units', 'Leistung', 'Unidad de servicio'],
  ACT: ['activities', 'Vorgang', 'Actividad'],
  XPP: ['pieces', 'Packstück', 'Pieza'],
  XPK: ['packages', 'Paket', 'Paquete'],
  XBX: ['boxes', 'Kiste', 'Caja'],
  XPX: ['pallets', 'Palette', 'Tarima'],
  XCT: ['cartons', 'Karton', 'Cartón'],
  XKI: ['kits', 'Bausatz', 'Kit'],
};

const COLUMN = { en: 0, de: 1, es: 2 } as const satisfies Readonly<Record<Language, number>>;

export const unitName = (language: Language, code: string): string => UNITS[code]?.[COLUMN[language]] ?? code;
