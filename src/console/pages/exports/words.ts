import { inLanguages } from '../../language.ts';

export const exportWords = inLanguages({
  en: {
    title: 'Exports',
    note: 'CSV files for spreadsheets and other programs: UTF-8, decimals with a point, one row a document or entry.',
    payment: 'Payment',
    deductibility: 'Deductibility',
    side: 'Side',
    both: 'Both',
    ar: 'Receivables',
    ap: 'Payables',
    backwards: 'The first day is after the last one. Go back and change one of them.',
    trail: 'Audit trail',
    trailNote: 'Who did what, and what changed. Choose the person, key, record and days on its own page.',
  },
  es: {
    title: 'Exportaciones',
    note: 'Archivos CSV para hojas de cálculo y otros programas: UTF-8, decimales con punto, una fila por documento o movimiento.',
    payment: 'Pago',
    deductibility: 'Deducibilidad',
    side: 'Lado',
    both: 'Ambos',
    ar: 'Por cobrar',
    ap: 'Por pagar',
    backwards: 'El primer día es posterior al último. Regresa y cambia uno de los dos.',
    trail: 'Bitácora',
    trailNote: 'Quién hizo qué y qué cambió. Elige persona, llave, registro y días en su propia página.',
  },
  de: {
    title: 'Exporte',
    note: 'CSV-Dateien für Tabellen und andere Programme: UTF-8, Dezimalpunkt, eine Zeile je Beleg oder Buchung.',
    payment: 'Zahlung',
    deductibility: 'Abziehbarkeit',
    side: 'Seite',
    both: 'Beide',
    ar: 'Forderungen',
    ap: 'Verbindlichkeiten',
    backwards: 'Der erste Tag liegt nach dem letzten. Gehen Sie zurück und ändern Sie einen von beiden.',
    trail: 'Protokoll',
    trailNote:
      'Wer was getan hat und was sich änderte. Person, Schlüssel, Datensatz und Tage wählen Sie dort.',
  },
});
