// Customers and suppliers of the Mexican demo company's year, beside those of its first days.
import type { DemoYear } from '../year/types.ts';

const CUSTOMER = { is_customer: true, is_supplier: false } as const;
const SUPPLIER = { is_customer: false, is_supplier: true } as const;
const COMPANY = '601';

export const MEXICAN_PARTIES: DemoYear['counterparties'] = [
  {
    ...CUSTOMER,
    external_id: 'mx-cigarra',
    name: 'RESTAURANTES LA CIGARRA',
    email: 'facturas@lacigarra.example',
    postal_code: '06140',
    country_details: { rfc: 'RCI120904MT3', fiscal_regime_code: COMPANY },
  },
  {
    ...CUSTOMER,
    external_id: 'mx-panaderia',
    name: 'PANADERIA SAN AGUSTIN',
    email: 'pagos@panaderiasanagustin.example',
    postal_code: '14000',
    country_details: { rfc: 'PSA080215GH2', fiscal_regime_code: COMPANY },
  },
  {
    ...CUSTOMER,
    external_id: 'mx-colegio',
    name: 'COLEGIO LOMAS DEL PARQUE',
    email: 'administracion@lomasdelparque.example',
    postal_code: '11000',
    country_details: { rfc: 'CLP161120RN5', fiscal_regime_code: COMPANY },
  },
  {
    ...SUPPLIER,
    external_id: 'mx-empaques',
    name: 'EMPAQUES MONTE FRIO',
    postal_code: '54030',
    country_details: { rfc: 'EMF990707DKA', fiscal_regime_code: COMPANY },
  },
  {
    ...SUPPLIER,
    external_id: 'mx-inmobiliaria',
    name: 'INMOBILIARIA RIO ALTO',
    postal_code: '06700',
    country_details: { rfc: 'IRA150518JW9', fiscal_regime_code: COMPANY },
  },
  {
    ...SUPPLIER,
    external_id: 'mx-cafetalera',
    name: 'SOCIEDAD CAFETALERA NANCHITAL',
    postal_code: '91500',
    country_details: { rfc: 'SCN101101TY9', fiscal_regime_code: COMPANY },
  },
  {
    ...SUPPLIER,
    external_id: 'mx-contadores',
    name: 'SERVICIOS CONTABLES ESCUDERO',
    postal_code: '03100',
    country_details: { rfc: 'SEC070312BB9', fiscal_regime_code: COMPANY },
  },
];
