import { inLanguages } from '../../language.ts';

export const invoiceWords = inLanguages({
  en: {
    title: 'Invoices',
    query: 'Customer, title, number or tax id',
    none: 'No invoice fits. Agents create drafts with create_invoice; you can also write one here.',
    make: 'New invoice',
  },
  es: {
    title: 'Facturas',
    query: 'Cliente, título, folio o RFC',
    none: 'Ninguna factura coincide. Los agentes crean borradores con create_invoice; también puedes escribir una aquí.',
    make: 'Nueva factura',
  },
  de: {
    title: 'Rechnungen',
    query: 'Kunde, Titel, Nummer oder Steuer-ID',
    none: 'Keine Rechnung passt. Agenten legen Entwürfe mit create_invoice an; Sie können auch hier eine schreiben.',
    make: 'Neue Rechnung',
  },
});
