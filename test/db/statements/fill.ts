// What the lists of the bench leave out: lines, the payments of bills and of parts of invoices, and what each settled.
import type { Connection } from 'mysql2/promise';

const lines = (kind: 'invoice' | 'bill', more: string, values: string): string =>
  `insert into ${kind}_line (entity_id, ${kind}_id, position, description, quantity, unit_price, subtotal, tax_amount${more})
   select entity_id, id, 1, 'Servicio', 1, subtotal_minor / 100, subtotal_minor / 100, tax_minor / 100${values} from ${kind}`;

const payments = (kind: 'invoice' | 'bill'): readonly string[] => {
  const id = `concat('${kind === 'invoice' ? 'ipay' : 'bpay'}', substr(id, 5))`;
  return [
    `insert ignore into payment (entity_id, id, type, counterparty_id, amount_minor, currency, paid_on, payment_method,
       bank_linked, historic, created_at)
     select entity_id, ${id}, '${kind}_payment', counterparty_id, paid_minor, currency, due_date, 'transfer', 0, 0, created_at
       from ${kind} where paid_minor > 0`,
    `insert into payment_allocation (entity_id, payment_id, position, record_type, record_id, amount_minor, payment_minor)
     select entity_id, ${id}, 1, '${kind}', id, paid_minor, paid_minor from ${kind} where paid_minor > 0`,
  ];
};

export const fill = async (connection: Connection): Promise<void> => {
  const statements = [
    lines('invoice', ', tax_rate, country_details', `, 0.16, '{}'`),
    lines('bill', '', ''),
    ...payments('invoice'),
    ...payments('bill'),
  ];
  for (const statement of statements) await connection.query(statement);
};
