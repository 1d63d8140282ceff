import { inLanguages } from '../../language.ts';

export const billWords = inLanguages({
  en: {
    title: 'Bills', query: 'Supplier or bill number', make: 'New bill', none: 'No bill fits. Bills come from agents (create_bill), imports, or from you.',
    payment: 'Payment', deductibility: 'Deductibility', overdueOnly: 'Overdue only', billNumber: 'Bill number', series: 'Series',
    receive: 'Bring into the books', validate: 'Validate', reject: 'Reject', reverse: 'Reverse', record: 'Record a payment', whole: 'Empty: the whole balance', paidOn: 'Paid on',
    done: 'The bill is changed.', recorded: (amount: string) => `A payment of ${amount} is recorded.`, made: 'The bill is recorded.', lines: 'Lines', payments: 'Payments', nonePaid: 'Nothing paid yet.',
    decide: 'Decide', line: (n: string) => `Line ${n}`, taxAmount: 'Tax amount', dueHint: 'Empty: 30 days later',
    reverseHint: 'Reversing takes the bill out of the books; its payments stay as money with the supplier.',
  },
  es: {
    title: 'Gastos', query: 'Proveedor o número', make: 'Nuevo gasto', none: 'Ningún gasto coincide. Los gastos vienen de agentes (create_bill), importaciones o de ti.',
    payment: 'Pago', deductibility: 'Deducibilidad', overdueOnly: 'Solo vencidos', billNumber: 'Número', series: 'Serie',
    receive: 'Pasar a los libros', validate: 'Validar', reject: 'Rechazar', reverse: 'Revertir', record: 'Registrar un pago', whole: 'Vacío: todo el saldo', paidOn: 'Pagado el',
    done: 'El gasto se cambió.', recorded: (amount) => `Se registró un pago de ${amount}.`, made: 'El gasto se registró.', lines: 'Conceptos', payments: 'Pagos', nonePaid: 'Aún no hay pagos.',
    decide: 'Decidir', line: (n) => `Concepto ${n}`, taxAmount: 'Impuesto', dueHint: 'Vacío: 30 días después',
    reverseHint: 'Revertir quita el gasto de los libros; sus pagos quedan a favor con el proveedor.',
  },
  de: {
    title: 'Eingangsrechnungen', query: 'Lieferant oder Rechnungsnummer', make: 'Neue Eingangsrechnung', none: 'Keine passt. Eingangsrechnungen kommen von Agenten (create_bill), aus Importen oder von Ihnen.',
    payment: 'Zahlung', deductibility: 'Abziehbarkeit', overdueOnly: 'Nur überfällige', billNumber: 'Rechnungsnummer', series: 'Serie',
    receive: 'In die Bücher nehmen', validate: 'Prüfen und bestätigen', reject: 'Ablehnen', reverse: 'Zurücknehmen', record: 'Zahlung erfassen', whole: 'Leer: der ganze offene Betrag', paidOn: 'Bezahlt am',
    done: 'Die Eingangsrechnung ist geändert.', recorded: (amount) => `Eine Zahlung über ${amount} ist erfasst.`, made: 'Die Eingangsrechnung ist erfasst.', lines: 'Positionen', payments: 'Zahlungen', nonePaid: 'Noch nichts bezahlt.',
    decide: 'Entscheiden', line: (n) => `Position ${n}`, taxAmount: 'Steuerbetrag', dueHint: 'Leer: 30 Tage später',
    reverseHint: 'Zurücknehmen nimmt die Rechnung aus den Büchern; ihre Zahlungen bleiben als Guthaben beim Lieferanten.',
  },
});
