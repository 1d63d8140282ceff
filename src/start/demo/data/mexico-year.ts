// A year of the Mexican demo company. Names are invented; RFCs and CLABEs have valid check digits.
import { MEXICAN_PURCHASES } from './mexico-purchases.ts';
import { MEXICAN_PARTIES } from './mexico-parties.ts';
import { COUNTRIES } from '../../../../generated/countries.ts';
import type { InvoiceLineInput } from '../../../../generated/types.ts';
import { writeBanorte, writeBbva } from '../year/statements.ts';
import type { DemoYear } from '../year/types.ts';
import { DEMO_MEXICO } from './mexico.ts';

const coffee = (quantity: number): InvoiceLineInput => ({
  description: 'Café de altura, tostado medio, 1 kg',
  quantity,
  unit_price: 310,
  product_number: 'CAF-TM-1',
  country_details: { sat_product_code: '50201706', sat_unit_code: 'H87', tax_rate: 0 },
});
const green = (quantity: number): InvoiceLineInput => ({
  description: 'Café verde, saco de 60 kg',
  quantity,
  unit_price: 4850,
  country_details: { sat_product_code: '50201706', sat_unit_code: 'H87', tax_rate: 0 },
});
const barista = (quantity: number): InvoiceLineInput => ({
  description: 'Servicio de barismo',
  quantity,
  unit_price: 450,
  country_details: { sat_product_code: '90101700', sat_unit_code: 'HUR' },
});
const machine = (quantity: number, percent = 0): InvoiceLineInput => ({
  description: 'Renta de máquina de espresso, por mes',
  quantity,
  unit_price: 1850,
  ...(percent === 0 ? {} : { discount: { percent } }),
  country_details: { sat_product_code: '80101501', sat_unit_code: 'MON' },
});
/** Of freight, a company retains a part of the IVA (LIVA art. 1-A). */
const freight = (unit_price: number): InvoiceLineInput => ({
  description: 'Flete terrestre Coatepec - Monterrey',
  quantity: 1,
  unit_price,
  country_details: {
    sat_product_code: '78101802',
    sat_unit_code: 'E48',
    withholdings: [{ tax: 'IVA', rate: 4 }],
  },
});

export const MEXICAN_YEAR: DemoYear = {
  tax_percent: COUNTRIES.MX.tax.default_rate,
  known: DEMO_MEXICO.counterparties,
  counterparties: MEXICAN_PARTIES,
  pay_from: {
    'mx-hotel': '021180040123456788',
    'mx-robles-1': '002320044556677883',
    'mx-cigarra': '044180100998877668',
    'mx-panaderia': '058680000123123126',
    'mx-colegio': '014540001239876505',
    'mx-energy': '030180900112233441',
    'mx-empaques': '002180012345098764',
  },
  accounts: [
    {
      name: 'BBVA operación',
      currency: 'MXN',
      account_type: 'checking',
      account_number_masked: null,
      clabe: '012180001122334451',
      opening_minor: 42_480_350,
      write: writeBbva,
    },
    {
      name: 'Banorte reserva',
      currency: 'MXN',
      account_type: 'savings',
      account_number_masked: null,
      clabe: '072180006015009472',
      opening_minor: 35_000_000,
      write: writeBanorte,
    },
  ],
  series: 'A',
  sales: [
    {
      party: 'mx-hotel',
      title: 'Café y barra del mes',
      newest: 12,
      every: 30,
      terms: 15,
      paid_after: 17,
      lines: (k) => [coffee(20 + ((k * 7) % 15)), barista(2 + (k % 4))],
    },
    {
      party: 'mx-robles-1',
      title: 'Café verde para tueste',
      newest: 24,
      every: 45,
      terms: 30,
      paid_after: 21,
      unpaid: [1],
      lines: (k) => [green(4 + (k % 3)), freight(3200 + 150 * (k % 4))],
    },
    {
      party: 'mx-cigarra',
      title: 'Renta de máquinas',
      newest: 8,
      every: 30,
      terms: 15,
      paid_after: 20,
      unpaid: [1, 2],
      lines: (k) => [machine(4, 5), coffee(6 + (k % 5))],
    },
    {
      party: 'mx-panaderia',
      title: 'Café para sucursales',
      newest: 19,
      every: 30,
      terms: 7,
      paid_after: 9,
      half: [1],
      payer_writes: 'PAGO CAFE SUCURSALES',
      lines: (k) => [coffee(12 + ((k * 5) % 9))],
    },
    {
      party: 'mx-colegio',
      title: 'Cafetería escolar',
      newest: 33,
      every: 60,
      terms: 30,
      paid_after: 26,
      payer_writes: 'PAGO PROVEEDOR',
      lines: (k) => [machine(2), barista(10 + (k % 3)), coffee(8)],
    },
    {
      party: 'mx-lopez',
      title: 'Curso de cata',
      newest: 52,
      every: 75,
      terms: 0,
      paid_after: 1,
      lines: (k) => [barista(6 + (k % 2))],
    },
    {
      party: 'mx-harbor',
      title: 'Export lot',
      newest: 41,
      every: 90,
      terms: 30,
      paid_after: 28,
      currency: 'USD',
      unpaid: [0],
      lines: (k) => [
        {
          description: 'Green coffee, 60 kg bag',
          quantity: 18 + 2 * (k % 3),
          unit_price: 268,
          country_details: { sat_product_code: '50201706', sat_unit_code: 'H87', tax_rate: 0 },
        },
      ],
    },
  ],
  purchases: MEXICAN_PURCHASES,
  moves: [
    { account: 0, days_ago: 38, amount: '-14640.00', text: 'PAGO DE NOMINA QUINCENA' },
    { account: 0, days_ago: 31, amount: '-4.06', text: 'COMISION SPEI' },
    { account: 0, days_ago: 23, amount: '-14640.00', text: 'PAGO DE NOMINA QUINCENA' },
    { account: 0, days_ago: 17, amount: '-9214.00', text: 'PAGO REFERENCIADO SAT' },
    { account: 0, days_ago: 13, amount: '-50000.00', text: 'TRASPASO CUENTA PROPIA 072180006015009472' },
    { account: 0, days_ago: 9, amount: '3500.00', text: 'DEPOSITO EN EFECTIVO SUC 0321' },
    { account: 0, days_ago: 8, amount: '-14640.00', text: 'PAGO DE NOMINA QUINCENA' },
    { account: 0, days_ago: 4, amount: '-4.06', text: 'COMISION SPEI' },
    // Amounts of open documents, with nothing else that tells of them.
    { account: 0, days_ago: 6, amount: '7244.00', text: 'DEPOSITO EN VENTANILLA' },
    { account: 0, days_ago: 3, amount: '10014.80', text: 'ABONO POR TRANSFERENCIA' },
    { account: 0, days_ago: 1, amount: '-7598.00', text: 'TRANSFERENCIA BANCA MOVIL' },
    { account: 0, days_ago: 1, amount: '-7238.40', text: 'TRANSFERENCIA BANCA EN LINEA' },
    { account: 0, days_ago: 2, amount: '7400.00', text: 'ABONO A CUENTA', party: 'mx-cigarra' },
    { account: 1, days_ago: 30, amount: '1312.50', text: 'PAGO DE INTERESES' },
    { account: 1, days_ago: 13, amount: '50000.00', text: 'TRASPASO DE CUENTA 012180001122334451' },
    { account: 1, days_ago: 6, amount: '-15.00', text: 'COMISION MANEJO DE CUENTA' },
  ],
  no_match: 'COMISION',
  live: {
    half_paid: {
      party: 'mx-hotel',
      title: 'Evento de fin de semana',
      country_details: { payment_method: 'PPD' },
      line_items: [coffee(30), barista(12)],
    },
    credited: {
      draft: {
        party: 'mx-panaderia',
        title: 'Pedido especial',
        line_items: [{ ...coffee(18), discount: { percent: 10 } }, machine(1)],
      },
      returned: 3,
    },
    waiting: {
      party: 'mx-robles-1',
      title: 'Café verde con flete',
      country_details: { payment_method: 'PPD' },
      line_items: [green(6), freight(3650)],
    },
    refused: {
      draft: {
        party: 'mx-colegio',
        title: 'Cafetería, segundo periodo',
        line_items: [machine(2), coffee(8)],
      },
      reason: 'El colegio pidió 6 kg de café, no 8. Corregir la cantidad y enviar de nuevo.',
    },
  },
  tasks: [
    {
      title: 'Llamar a La Cigarra por las rentas vencidas',
      description: 'Dos rentas de máquinas están vencidas. Acordar una fecha de pago.',
      priority: 'urgent',
      due_in: -3,
      assigned_to: 'bookkeeper@demo-accounting.example',
      about: 'mx-cigarra',
    },
    {
      title: 'Confirmar saldo con Comercializadora Robles',
      description: 'Enviar el estado de cuenta y pedir su confirmación.',
      priority: 'high',
      due_in: 2,
      assigned_to: 'admin@demo-accounting.example',
      about: 'mx-robles-1',
    },
    {
      title: 'Pedir a la panadería el resto de su factura',
      description: 'Pagó la mitad.',
      priority: 'normal',
      due_in: 7,
      assigned_to: null,
      about: 'mx-panaderia',
    },
    {
      title: 'Enviar XML al hotel',
      description: 'Lo pidieron por teléfono.',
      priority: 'low',
      due_in: 1,
      assigned_to: 'bookkeeper@demo-accounting.example',
      about: 'mx-hotel',
      done: true,
    },
  ],
};
