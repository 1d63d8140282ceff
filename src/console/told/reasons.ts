// The matcher's reasons, by the English sentence that is kept with a match. A longer one comes before one that its
// beginning would fit.
import type { Templates } from './told.ts';

export const REASON_WORDS: Templates = {
  'Something like number {numbers} stands in the text': {
    es: 'En el texto hay algo parecido al folio {numbers}',
    de: 'Etwas wie die Nummer {numbers} steht im Text',
  },
  'Invoice number {number} stands in the text': {
    es: 'El folio {number} de la factura está en el texto',
    de: 'Die Rechnungsnummer {number} steht im Text',
  },
  'Bill number {number} stands in the text': {
    es: 'El folio {number} de la factura del proveedor está en el texto',
    de: 'Die Nummer {number} der Eingangsrechnung steht im Text',
  },
  '{some} of {count} numbers lie in a range that stands in the text: {numbers}': {
    es: '{some} de {count} folios quedan en un rango que está en el texto: {numbers}',
    de: '{some} von {count} Nummern liegen in einer Spanne, die im Text steht: {numbers}',
  },
  'Number {number} lies in a range that stands in the text': {
    es: 'El folio {number} queda en un rango que está en el texto',
    de: 'Die Nummer {number} liegt in einer Spanne, die im Text steht',
  },
  'All {count} numbers stand in the text: {numbers}': {
    es: 'Los {count} folios están en el texto: {numbers}',
    de: 'Alle {count} Nummern stehen im Text: {numbers}',
  },
  '{some} of {count} numbers stand in the text: {numbers}': {
    es: '{some} de {count} folios están en el texto: {numbers}',
    de: '{some} von {count} Nummern stehen im Text: {numbers}',
  },
  'Amount equals the open balance; no other has it': {
    es: 'El importe es igual al saldo; ningún otro lo tiene',
    de: 'Der Betrag ist gleich dem offenen; kein anderer Beleg hat ihn',
  },
  'Amount equals the open balance; {count} other has it': {
    es: 'El importe es igual al saldo; {count} más lo tiene',
    de: 'Der Betrag ist gleich dem offenen; {count} weiterer Beleg hat ihn',
  },
  'Amount equals the open balance; {count} others have it': {
    es: 'El importe es igual al saldo; {count} más lo tienen',
    de: 'Der Betrag ist gleich dem offenen; {count} weitere Belege haben ihn',
  },
  'The balances of {count} documents sum exactly to the amount; {more} more set of this party would': {
    es: 'Los saldos de {count} documentos suman exactamente el importe; otro conjunto también',
    de: 'Die offenen Beträge von {count} Belegen ergeben genau den Betrag; eine weitere Auswahl auch',
  },
  'The balances of {count} documents sum exactly to the amount; {more} more sets of this party would': {
    es: 'Los saldos de {count} documentos suman exactamente el importe; {more} conjuntos más también',
    de: 'Die offenen Beträge von {count} Belegen ergeben genau den Betrag; {more} weitere auch',
  },
  'The balances of {count} documents sum exactly to the amount': {
    es: 'Los saldos de {count} documentos suman exactamente el importe',
    de: 'Die offenen Beträge von {count} Belegen ergeben genau den Betrag',
  },
  '{rest} of {balance} is missing: {cause}': {
    es: 'Faltan {rest} de {balance}: {cause}',
    de: 'Es fehlen {rest} von {balance}: {cause}',
  },
  'Pays {paid} of {balance}; {rest} stays open': {
    es: 'Paga {paid} de {balance}; quedan {rest}',
    de: 'Zahlt {paid} von {balance}; {rest} bleiben offen',
  },
  '{difference} less than the balance of {balance}: booked apart': {
    es: '{difference} menos que el saldo de {balance}: se registra aparte',
    de: '{difference} weniger als die offenen {balance}: gesondert gebucht',
  },
  '{difference} more than the balance of {balance}: booked apart': {
    es: '{difference} más que el saldo de {balance}: se registra aparte',
    de: '{difference} mehr als die offenen {balance}: gesondert gebucht',
  },
  'Amount is {gap} % off the balance at the rate of the day ({currency})': {
    es: 'El importe difiere {gap} % del saldo al tipo de cambio del día ({currency})',
    de: 'Der Betrag weicht zum Tageskurs um {gap} % vom offenen ab ({currency})',
  },
  'Tax id of {name} stands in the line': {
    es: 'La identificación fiscal de {name} está en el movimiento',
    de: 'Die Steuernummer von {name} steht in der Zeile',
  },
  'Name fits: {name}': { es: 'El nombre coincide: {name}', de: 'Der Name passt: {name}' },
  'Name fits in part: {name}': {
    es: 'El nombre coincide en parte: {name}',
    de: 'Der Name passt zum Teil: {name}',
  },
  'Confirmed lines of this payer belonged to {name}': {
    es: 'Movimientos confirmados de este pagador eran de {name}',
    de: 'Bestätigte Zeilen dieses Zahlers gehörten zu {name}',
  },
  'Confirmed lines of this account belonged to {name}': {
    es: 'Movimientos confirmados de esta cuenta eran de {name}',
    de: 'Bestätigte Zeilen dieses Kontos gehörten zu {name}',
  },
  'The line names somebody else than {name}': {
    es: 'El movimiento nombra a otro, no a {name}',
    de: 'Die Zeile nennt jemand anderen als {name}',
  },
  'The line does not name {name}': {
    es: 'El movimiento no nombra a {name}',
    de: 'Die Zeile nennt {name} nicht',
  },
  'Paid on the due date': { es: 'Pagado el día del vencimiento', de: 'Am Tag der Fälligkeit bezahlt' },
  'Paid {days} day before issue': {
    es: 'Pagado {days} día antes de la emisión',
    de: '{days} Tag vor der Ausstellung bezahlt',
  },
  'Paid {days} days before issue': {
    es: 'Pagado {days} días antes de la emisión',
    de: '{days} Tage vor der Ausstellung bezahlt',
  },
  'Paid {days} day after the due date': {
    es: 'Pagado {days} día después del vencimiento',
    de: '{days} Tag nach der Fälligkeit bezahlt',
  },
  'Paid {days} days after the due date': {
    es: 'Pagado {days} días después del vencimiento',
    de: '{days} Tage nach der Fälligkeit bezahlt',
  },
  'Paid {days} day before the due date': {
    es: 'Pagado {days} día antes del vencimiento',
    de: '{days} Tag vor der Fälligkeit bezahlt',
  },
  'Paid {days} days before the due date': {
    es: 'Pagado {days} días antes del vencimiento',
    de: '{days} Tage vor der Fälligkeit bezahlt',
  },
  'Not confirmed by machine: {gate}': {
    es: 'No lo confirma la máquina: {gate}',
    de: 'Nicht von der Maschine bestätigt: {gate}',
  },
  'A recorded payment of this amount explains the line': {
    es: 'Un pago registrado por este importe explica el movimiento',
    de: 'Eine erfasste Zahlung über diesen Betrag erklärt die Zeile',
  },
  'The transfer and its return are both on the account': {
    es: 'La transferencia y su devolución están en la cuenta',
    de: 'Die Überweisung und ihre Rückgabe stehen beide auf dem Konto',
  },
  'The document that fits is taken by a line that fits better': {
    es: 'El documento que coincide es de otro movimiento que coincide mejor',
    de: 'Den passenden Beleg hat eine Zeile, die besser passt',
  },
  'The other account is an own one': {
    es: 'La otra cuenta es propia',
    de: 'Das andere Konto ist ein eigenes',
  },
  'No open invoice fits well enough': {
    es: 'Ninguna factura abierta coincide lo suficiente',
    de: 'Keine offene Rechnung passt gut genug',
  },
  'No open bill fits well enough': {
    es: 'Ninguna factura de proveedor abierta coincide lo suficiente',
    de: 'Keine offene Eingangsrechnung passt gut genug',
  },
  'The text speaks of: {topics}': { es: 'El texto habla de: {topics}', de: 'Im Text geht es um: {topics}' },
  'No document belongs to the line': {
    es: 'Ningún documento corresponde al movimiento',
    de: 'Kein Beleg gehört zur Zeile',
  },
  'A recorded payment of this amount': {
    es: 'Un pago registrado por este importe',
    de: 'Eine erfasste Zahlung über diesen Betrag',
  },
  'Nothing tells it from {numbers}': {
    es: 'Nada lo distingue de {numbers}',
    de: 'Nichts unterscheidet es von {numbers}',
  },
};
