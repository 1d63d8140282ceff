// Customers and suppliers of the German demo company's year, beside those of its first days.
import type { DemoYear } from '../year/types.ts';

const CUSTOMER = { is_customer: true, is_supplier: false } as const;
const SUPPLIER = { is_customer: false, is_supplier: true } as const;

export const GERMAN_PARTIES: DemoYear['counterparties'] = [
  {
    ...CUSTOMER,
    external_id: 'de-spedition',
    name: 'Spedition Halvorsen & Beck GmbH',
    email: 'buchhaltung@halvorsen-beck.example',
    postal_code: '28195',
    country_details: { vat_id: 'DE284719353', street: 'Am Wall 118', city: 'Bremen' },
  },
  {
    ...CUSTOMER,
    external_id: 'de-brauerei',
    name: 'Brauerei Tannengrund eG',
    email: 'rechnung@tannengrund.example',
    postal_code: '95028',
    country_details: { vat_id: 'DE301982643', street: 'Sudhausweg 3', city: 'Hof' },
  },
  {
    ...CUSTOMER,
    external_id: 'de-klinik',
    name: 'Klinikum Werratal gGmbH',
    email: 'kreditoren@klinikum-werratal.example',
    postal_code: '37269',
    country_details: { vat_id: 'DE265408179', street: 'Elsa-Brändström-Straße 1', city: 'Eschwege' },
  },
  {
    ...SUPPLIER,
    external_id: 'de-vermietung',
    name: 'Speicherstadt Vermietung KG',
    postal_code: '20457',
    country_details: { vat_id: 'DE812345987', street: 'Brook 8', city: 'Hamburg' },
  },
  {
    ...SUPPLIER,
    external_id: 'de-rechenzentrum',
    name: 'Elbrechen Rechenzentrum GmbH',
    postal_code: '22761',
    country_details: { vat_id: 'DE273645123', street: 'Schnackenburgallee 41', city: 'Hamburg' },
  },
  {
    ...SUPPLIER,
    external_id: 'de-kanzlei',
    name: 'Petersen Steuerberatung PartG',
    postal_code: '20354',
    country_details: { vat_id: 'DE113355775', street: 'Neuer Wall 26', city: 'Hamburg' },
  },
];
