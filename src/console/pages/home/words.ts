import { inLanguages } from '../../language.ts';

export const homeWords = inLanguages({
  en: {
    title: 'Waiting for you', nothing: 'Nothing waits for a person. Agents go on with their work; what needs you appears here.', noCompany: 'There is no company yet.', addCompany: 'Add the first company',
    approvals: (n: string) => `${n} to approve`, stuck: (n: string) => `${n} filings failed or unclear`, late: (n: string) => `${n} complements late`, suggested: (n: string) => `${n} suggestions to review`, unmatched: (n: string) => `${n} bank lines unmatched`, tasks: (n: string) => `${n} open tasks`,
    certificate: (day: string) => `Certificate ends ${day}`, certificateEnded: (day: string) => `Certificate ended ${day}`, keyEnds: (name: string, day: string) => `Key "${name}" ends ${day}`, keyUnused: (name: string) => `Key "${name}" was not used for 90 days`,
    portfolio: 'Portfolio', portfolioNote: 'One row a company, as of today.', receivable: 'Customers owe', payable: 'Owed to suppliers', overdue: 'Overdue', unmatchedMoney: 'Unmatched money', waits: 'Waits', none: 'nothing', sortBy: 'Sort by',
  },
  es: {
    title: 'Te espera', nothing: 'Nada espera a una persona. Los agentes siguen trabajando; lo que te necesite aparece aquí.', noCompany: 'Aún no hay ninguna empresa.', addCompany: 'Agregar la primera empresa',
    approvals: (n) => `${n} por aprobar`, stuck: (n) => `${n} timbrados fallidos o sin aclarar`, late: (n) => `${n} complementos atrasados`, suggested: (n) => `${n} sugerencias por revisar`, unmatched: (n) => `${n} movimientos sin conciliar`, tasks: (n) => `${n} tareas abiertas`,
    certificate: (day) => `El certificado vence el ${day}`, certificateEnded: (day) => `El certificado venció el ${day}`, keyEnds: (name, day) => `La llave «${name}» vence el ${day}`, keyUnused: (name) => `La llave «${name}» no se usa desde hace 90 días`,
    portfolio: 'Cartera', portfolioNote: 'Una fila por empresa, al día de hoy.', receivable: 'Por cobrar', payable: 'Por pagar', overdue: 'Vencido', unmatchedMoney: 'Dinero sin conciliar', waits: 'Espera', none: 'nada', sortBy: 'Ordenar por',
  },
  de: {
    title: 'Wartet auf Sie', nothing: 'Nichts wartet auf einen Menschen. Die Agenten arbeiten weiter; was Sie braucht, erscheint hier.', noCompany: 'Es gibt noch keine Firma.', addCompany: 'Die erste Firma anlegen',
    approvals: (n) => `${n} freizugeben`, stuck: (n) => `${n} Einreichungen fehlgeschlagen oder ungeklärt`, late: (n) => `${n} Zahlungsbelege zu spät`, suggested: (n) => `${n} Vorschläge zu prüfen`, unmatched: (n) => `${n} Bankzeilen ohne Beleg`, tasks: (n) => `${n} offene Aufgaben`,
    certificate: (day) => `Zertifikat endet am ${day}`, certificateEnded: (day) => `Zertifikat endete am ${day}`, keyEnds: (name, day) => `Schlüssel „${name}“ endet am ${day}`, keyUnused: (name) => `Schlüssel „${name}“ ist seit 90 Tagen unbenutzt`,
    portfolio: 'Übersicht', portfolioNote: 'Eine Zeile je Firma, Stand heute.', receivable: 'Forderungen', payable: 'Verbindlichkeiten', overdue: 'Überfällig', unmatchedMoney: 'Geld ohne Beleg', waits: 'Wartet', none: 'nichts', sortBy: 'Sortieren nach',
  },
});
