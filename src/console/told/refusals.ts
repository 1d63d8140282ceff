// Refusals of acts that a page offers, by the English sentence of the books. A longer one comes before one that would
// fit it too.
import type { Templates } from './told.ts';
import { WEBHOOK_WORDS } from './webhooks.ts';

export const REFUSAL_WORDS: Templates = {
  'The invoice {folio} is credited already.': {
    es: 'La factura {folio} ya está acreditada por completo.',
    de: 'Die Rechnung {folio} ist schon ganz gutgeschrieben.',
  },
  'A credit note on {folio} must be above 0 and at most {left} {currency}, what is not credited yet.': {
    es: 'Una nota sobre la {folio} debe ser mayor que 0 y de {left} {currency} como máximo, lo que falta por acreditar.',
    de: 'Eine Gutschrift auf {folio} muss über 0 und darf höchstens {left} {currency} sein, was noch nicht gutgeschrieben ist.',
  },
  'A return names the lines that come back; an amount is a discount.': {
    es: 'Una devolución nombra las partidas que regresan; un importe es un descuento.',
    de: 'Eine Rückgabe nennt die Positionen, die zurückkommen; ein Betrag ist ein Nachlass.',
  },
  'No credit note on {folio} comes to {amount} {currency} with its taxes; the nearest are {below} and {above} {currency_near}.':
    {
      es: 'Ninguna nota sobre la {folio} da {amount} {currency} con sus impuestos; las más cercanas son {below} y {above} {currency_near}.',
      de: 'Keine Gutschrift auf {folio} ergibt mit ihrer Steuer {amount} {currency}; am nächsten liegen {below} und {above} {currency_near}.',
    },
  'Line {line}: nothing is left of it; all of it is credited already.': {
    es: 'Partida {line}: no queda nada; ya está acreditada por completo.',
    de: 'Position {line}: Davon ist nichts mehr übrig; sie ist schon ganz gutgeschrieben.',
  },
  'Line {line}: {given} is not above 0 and at most {left}, the quantity that is left.': {
    es: 'Partida {line}: {given} no es mayor que 0 y {left} como máximo, la cantidad que queda.',
    de: 'Position {line}: {given} ist nicht über 0 und höchstens {left}, die Menge, die noch übrig ist.',
  },
  '{line}: {amount} {currency} without tax are more than the {left} {currency_left} that are left of what {folio} taxes with {taxes}, since a part is credited already.':
    {
      es: '{amount} {currency} sin impuestos son más que los {left} {currency_left} que quedan de lo que la {folio} grava con {taxes}: una parte ya está acreditada.',
      de: '{amount} {currency} ohne Steuer sind mehr als die {left} {currency_left}, die von dem übrig sind, was {folio} mit {taxes} besteuert: Ein Teil ist schon gutgeschrieben.',
    },
  'The invoice {folio} asks for no money, so there is nothing to credit.': {
    es: 'La factura {folio} no cobra nada; no hay nada que acreditar.',
    de: 'Die Rechnung {folio} verlangt kein Geld; es gibt nichts gutzuschreiben.',
  },
  'The invoice {folio} was replaced by another; credit that one.': {
    es: 'Otra factura sustituye a la {folio}; acredita esa.',
    de: 'Die Rechnung {folio} ist durch eine andere ersetzt; schreiben Sie jene gut.',
  },
  'The invoice {folio} is being cancelled.': {
    es: 'La factura {folio} se está cancelando.',
    de: 'Die Rechnung {folio} wird gerade storniert.',
  },
  'The invoice {id} is a draft; only a filed invoice is credited, and "invoice discard" removes a draft.': {
    es: 'La factura es un borrador; solo se acredita una timbrada. Un borrador se descarta.',
    de: 'Die Rechnung ist ein Entwurf; gutgeschrieben wird nur eine eingereichte. Ein Entwurf wird verworfen.',
  },
  'The invoice {id} is {status}; only a filed invoice is credited.': {
    es: 'Solo se acredita una factura timbrada; esta: {status}.',
    de: 'Nur eine eingereichte Rechnung wird gutgeschrieben; diese: {status}.',
  },
  '{amount} {currency} is more than the {left} {currency_left} of the invoice that are not credited yet.': {
    es: '{amount} {currency} es más que los {left} {currency_left} de la factura que faltan por acreditar.',
    de: '{amount} {currency} ist mehr als die {left} {currency_left}, die von der Rechnung noch nicht gutgeschrieben sind.',
  },
  'Your company signs you in here; ways to sign in are changed after signing in with one of them.': {
    es: 'Tu empresa inicia tu sesión aquí; las formas de entrar se cambian después de entrar con una de ellas.',
    de: 'Ihre Firma meldet Sie hier an; Anmeldungen ändern Sie, nachdem Sie sich mit einer davon angemeldet haben.',
  },
  'The payment {id} was reversed on {day} already.': {
    es: 'El pago ya se revirtió el {day}.',
    de: 'Die Zahlung wurde schon am {day} zurückgenommen.',
  },
  'A credit note or a cancellation has freed a part of the payment {id} since, so it cannot be taken back as a whole.':
    {
      es: 'Una nota de crédito o una cancelación liberó parte del pago; ya no se puede revertir entero.',
      de: 'Eine Gutschrift oder ein Storno hat einen Teil der Zahlung frei gemacht; sie lässt sich nicht mehr ganz zurücknehmen.',
    },
  'The bill {id} is {status} and has payments of {paid}; "bill reverse" takes it back and leaves them unallocated.':
    {
      es: 'La factura tiene pagos por {paid}; hay que revertirla, y los pagos quedan sin asignar.',
      de: 'Auf der Eingangsrechnung liegen Zahlungen über {paid}; nehmen Sie sie zurück, die Zahlungen bleiben ohne Zuordnung.',
    },
  'The bill {id} is being changed by others; repeat the command.': {
    es: 'Otros cambian esta factura en este momento; intenta de nuevo.',
    de: 'Diese Eingangsrechnung wird gerade von anderen geändert; versuchen Sie es noch einmal.',
  },
  'The bill {id} is {status}; {next}.': {
    es: 'La factura cambió entre tanto: {status}.',
    de: 'Die Eingangsrechnung hat sich inzwischen geändert: {status}.',
  },
  'The transaction {id} is {status}; there is no match to undo.': {
    es: 'El movimiento no tiene conciliación que deshacer: {status}.',
    de: 'An der Bankzeile ist keine Zuordnung aufzuheben: {status}.',
  },
  'The {noun} is not what was shown any more, so the request {id} still waits. Look at it as it is now, then approve it.':
    {
      es: 'El documento ya no es lo que se mostró; la solicitud sigue en espera. Míralo como está ahora y aprueba.',
      de: 'Der Beleg ist nicht mehr der gezeigte; der Antrag wartet weiter. Sehen Sie ihn an, wie er jetzt ist, und geben Sie ihn dann frei.',
    },
  ...WEBHOOK_WORDS,
};
