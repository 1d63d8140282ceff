// Customers with a history, for what is out of the ordinary about the next document.
import type { CounterpartyId } from '../../../generated/ids.ts';
import { addDays, type IsoDay } from '../../../src/base/time/day.ts';
import { addInvoice } from '../../support/documents.ts';
import type { Side } from '../../support/office.ts';
import type { TestService } from '../../support/service.ts';
import { callLoosely } from '../../tools/support.ts';

let made = 0;

interface Having {
  readonly today: IsoDay;
  /** How many invoices were filed. */
  readonly filed: number;
  readonly dueDays?: number;
  readonly args?: object;
}

/** With so many monthly invoices of 1,190.00, each due after 30 days or as many as are given. */
export const customerOf = async (
  service: TestService,
  side: Side,
  { today, filed, dueDays = 30, args = {} }: Having,
): Promise<CounterpartyId> => {
  made += 1;
  const name = `Kunde ${'abcdefghijklmnopqrstuvwxyz'[made % 26]}${'qwertyuiopasdfghjklzxcvbnm'[Math.floor(made / 26)]} Handel`;
  const { id } = await callLoosely(service, side, 'create_counterparty', {
    name,
    email: `k${made}@kunde.example`,
    ...(side === 'de'
      ? { postal_code: '20457', country_details: { street: 'Am Kai 1', city: 'Hamburg' } }
      : {
          postal_code: '06600',
          country_details: { rfc: `KUN010101${String(100 + made)}`, fiscal_regime_code: '601' },
        }),
    ...args,
  });
  for (let month = 1; month <= filed; month += 1) {
    const issue_date = addDays(today, -30 * month);
    await addInvoice(service.database, service.entities[side], {
      counterparty_id: id,
      total: '1190.00',
      currency: side === 'de' ? 'EUR' : 'MXN',
      issue_date,
      due_date: addDays(issue_date, dueDays),
      number: `${made}${month}`,
      series: 'H',
    });
  }
  return id;
};
