import { inLanguages } from '../../language.ts';

export const counterpartyWords = inLanguages({
  en: {
    title: 'Counterparties', query: 'Name or tax id', role: 'Role', all: 'All', customer: 'Customers', supplier: 'Suppliers', make: 'New counterparty',
    none: 'Nobody fits. Agents add customers and suppliers with create_counterparty; you can also add one here.', taxId: 'Tax id', owes: 'Owes us', owed: 'We owe',
    isCustomer: 'May be invoiced', isSupplier: 'May send bills', country: 'Country (two letters)', postalCode: 'Postal code', saved: 'The counterparty is saved.',
    openInvoices: 'Its invoices', openBills: 'Its bills', itsLedger: 'Its ledger', learned: 'Learned from the bank', learnedNote: 'Names and accounts under which this counterparty pays, from confirmed bank lines. Undoing a match forgets what it taught.',
    noneLearned: 'Nothing learned yet.', account: 'Account', alias: 'Name on the statement', times: 'Times', byHand: 'Confirmed by people', details: 'Tax details', kind: 'Kind',
    filedNote: 'Documents that were filed keep the counterparty as it was then.', warned: (text: string) => `Saved. Please check: ${text}`,
    fields: { rfc: 'RFC', fiscal_regime_code: 'Fiscal regime', cfdi_use_code: 'CFDI use', vat_id: 'VAT id', tax_number: 'Tax number', street: 'Street', city: 'City', participant_id: 'Peppol participant', contact_name: 'Contact', contact_email: 'Contact e-mail', contact_phone: 'Contact phone' },
  },
  es: {
    title: 'Contrapartes', query: 'Nombre o RFC', role: 'Rol', all: 'Todas', customer: 'Clientes', supplier: 'Proveedores', make: 'Nueva contraparte',
    none: 'Nadie coincide. Los agentes agregan clientes y proveedores con create_counterparty; también puedes agregar una aquí.', taxId: 'RFC o identificación fiscal', owes: 'Nos debe', owed: 'Le debemos',
    isCustomer: 'Se le puede facturar', isSupplier: 'Puede enviar gastos', country: 'País (dos letras)', postalCode: 'Código postal', saved: 'La contraparte se guardó.',
    openInvoices: 'Sus facturas', openBills: 'Sus gastos', itsLedger: 'Su auxiliar', learned: 'Aprendido del banco', learnedNote: 'Nombres y cuentas con los que paga, de movimientos conciliados. Deshacer una conciliación olvida lo que enseñó.',
    noneLearned: 'Aún no se aprende nada.', account: 'Cuenta', alias: 'Nombre en el estado de cuenta', times: 'Veces', byHand: 'Confirmado por personas', details: 'Datos fiscales', kind: 'Tipo',
    filedNote: 'Los documentos timbrados conservan a la contraparte como era entonces.', warned: (text) => `Guardada. Revisa: ${text}`,
    fields: { rfc: 'RFC', fiscal_regime_code: 'Régimen fiscal', cfdi_use_code: 'Uso del CFDI', vat_id: 'NIF IVA', tax_number: 'Número fiscal', street: 'Calle', city: 'Ciudad', participant_id: 'Participante Peppol', contact_name: 'Contacto', contact_email: 'Correo del contacto', contact_phone: 'Teléfono del contacto' },
  },
  de: {
    title: 'Geschäftspartner', query: 'Name oder Steuer-ID', role: 'Rolle', all: 'Alle', customer: 'Kunden', supplier: 'Lieferanten', make: 'Neuer Geschäftspartner',
    none: 'Niemand passt. Agenten legen Kunden und Lieferanten mit create_counterparty an; Sie können auch hier einen anlegen.', taxId: 'Steuer-ID', owes: 'Schuldet uns', owed: 'Wir schulden',
    isCustomer: 'Bekommt Rechnungen', isSupplier: 'Stellt Rechnungen', country: 'Land (zwei Buchstaben)', postalCode: 'Postleitzahl', saved: 'Der Geschäftspartner ist gespeichert.',
    openInvoices: 'Seine Rechnungen', openBills: 'Seine Eingangsrechnungen', itsLedger: 'Sein Nebenbuch', learned: 'Aus der Bank gelernt', learnedNote: 'Namen und Konten, unter denen er zahlt, aus bestätigten Bankzeilen. Wird eine Zuordnung zurückgenommen, ist auch das vergessen.',
    noneLearned: 'Noch nichts gelernt.', account: 'Konto', alias: 'Name auf dem Auszug', times: 'Male', byHand: 'Von Menschen bestätigt', details: 'Steuerangaben', kind: 'Art',
    filedNote: 'Gestellte Belege behalten den Geschäftspartner, wie er damals war.', warned: (text) => `Gespeichert. Bitte prüfen: ${text}`,
    fields: { rfc: 'RFC', fiscal_regime_code: 'Steuerregime', cfdi_use_code: 'CFDI-Verwendung', vat_id: 'USt-IdNr.', tax_number: 'Steuernummer', street: 'Straße', city: 'Ort', participant_id: 'Peppol-Teilnehmer', contact_name: 'Ansprechpartner', contact_email: 'E-Mail des Ansprechpartners', contact_phone: 'Telefon des Ansprechpartners' },
  },
});
