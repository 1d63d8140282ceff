// Names of the usual units of UN/ECE recommendations 20 and 21; any other unit is printed as its code.

type Names = readonly [english: string, german: string];

const UNITS: Readonly<Record<string, Names>> = {
  H87: ['pcs', 'Stück'],
  EA: ['pcs', 'Stück'],
  SEC: ['s', 'Sek.'],
  MIN: ['min', 'Min.'],
  HUR: ['h', 'Std.'],
  DAY: ['days', 'Tage'],
  WEE: ['weeks', 'Wochen'],
  MON: ['months', 'Monate'],
  ANN: ['years', 'Jahre'],
  GRM: ['g', 'g'],
  KGM: ['kg', 'kg'],
  TNE: ['t', 't'],
  MLT: ['ml', 'ml'],
  LTR: ['l', 'l'],
  CMT: ['cm', 'cm'],
  MTR: ['m', 'm'],
  KMT: ['km', 'km'],
  MTK: ['m²', 'm²'],
  MTQ: ['m³', 'm³'],
  KWH: ['kWh', 'kWh'],
  LS: ['flat rate', 'pauschal'],
  P1: ['%', '%'],
  SET: ['sets', 'Satz'],
  PR: ['pairs', 'Paar'],
  E48: ['service units', 'Leistung'],
  XPP: ['pieces', 'Packstück'],
  XPK: ['packages', 'Paket'],
  XBX: ['boxes', 'Kiste'],
  XPX: ['pallets', 'Palette'],
  XCT: ['cartons', 'Karton'],
};

export const unitName = (language: string, code: string): string =>
  UNITS[code]?.[language === 'de' ? 1 : 0] ?? code;
