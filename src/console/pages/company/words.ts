import { inLanguages } from '../../language.ts';

export const companyWords = inLanguages({
  en: {
    receivable: 'Customers owe', payable: 'Owed to suppliers', overdue: 'of it overdue', documents: (count: string) => `${count} open documents`,
    byAge: 'By age', current: 'Not due', d1_30: '1–30 days', d31_60: '31–60 days', d61_90: '61–90 days', d90_plus: 'Over 90 days',
    overdueItems: 'Overdue', noneOverdue: 'Nothing is overdue.', recent: 'Latest payments', noneRecent: 'No payment yet.', daysLate: 'Days late', nothingOpen: 'Nothing is open.',
  },
  es: {
    receivable: 'Por cobrar', payable: 'Por pagar', overdue: 'de ello vencido', documents: (count) => `${count} documentos abiertos`,
    byAge: 'Por antigüedad', current: 'Por vencer', d1_30: '1–30 días', d31_60: '31–60 días', d61_90: '61–90 días', d90_plus: 'Más de 90 días',
    overdueItems: 'Vencidas', noneOverdue: 'No hay nada vencido.', recent: 'Últimos pagos', noneRecent: 'Aún no hay pagos.', daysLate: 'Días de atraso', nothingOpen: 'No hay nada abierto.',
  },
  de: {
    receivable: 'Forderungen', payable: 'Verbindlichkeiten', overdue: 'davon überfällig', documents: (count) => `${count} offene Belege`,
    byAge: 'Nach Alter', current: 'Nicht fällig', d1_30: '1–30 Tage', d31_60: '31–60 Tage', d61_90: '61–90 Tage', d90_plus: 'Über 90 Tage',
    overdueItems: 'Überfällig', noneOverdue: 'Nichts ist überfällig.', recent: 'Letzte Zahlungen', noneRecent: 'Noch keine Zahlung.', daysLate: 'Tage zu spät', nothingOpen: 'Nichts ist offen.',
  },
});
