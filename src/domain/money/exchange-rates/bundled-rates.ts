// Rates that ship with the service, so that a sandbox works offline. They are close to the market on the days named
// but not official: an invoice that used one gives `bundled` as its source, and rates that an administrator imports
// for an organisation have priority over them.

/** The value of one unit of each currency in pesos on a day. */
interface BundledDay {
  readonly date: string;
  readonly USD: string;
  readonly EUR: string;
  readonly JPY: string;
}

/** The last working day of each month, ascending. */
export const BUNDLED_DAYS: readonly BundledDay[] = [
  { date: '2024-11-29', USD: '20.3245', EUR: '21.4728', JPY: '0.135660' },
  { date: '2024-12-31', USD: '20.2683', EUR: '21.0567', JPY: '0.129085' },
  { date: '2025-01-31', USD: '20.6130', EUR: '21.4231', JPY: '0.132961' },
  { date: '2025-02-28', USD: '20.4698', EUR: '21.3111', JPY: '0.135893' },
  { date: '2025-03-31', USD: '20.3182', EUR: '21.9741', JPY: '0.135753' },
  { date: '2025-04-30', USD: '19.6087', EUR: '22.3010', JPY: '0.137386' },
  { date: '2025-05-30', USD: '19.4277', EUR: '22.0291', JPY: '0.134863' },
  { date: '2025-06-30', USD: '18.8928', EUR: '22.1424', JPY: '0.130838' },
  { date: '2025-07-31', USD: '18.7811', EUR: '21.4968', JPY: '0.124841' },
  { date: '2025-08-29', USD: '18.6585', EUR: '21.7521', JPY: '0.126875' },
  { date: '2025-09-30', USD: '18.3342', EUR: '21.5262', JPY: '0.123866' },
  { date: '2025-10-31', USD: '18.5727', EUR: '21.4589', JPY: '0.120533' },
  { date: '2025-11-28', USD: '18.3478', EUR: '21.2211', JPY: '0.117416' },
  { date: '2025-12-31', USD: '17.9846', EUR: '21.1319', JPY: '0.114845' },
  { date: '2026-01-30', USD: '17.7325', EUR: '20.9775', JPY: '0.114310' },
  { date: '2026-02-27', USD: '17.6518', EUR: '20.8291', JPY: '0.113447' },
  { date: '2026-03-31', USD: '17.8093', EUR: '20.8547', JPY: '0.112718' },
  { date: '2026-04-30', USD: '17.6891', EUR: '20.7493', JPY: '0.112602' },
  { date: '2026-05-29', USD: '17.7426', EUR: '20.7943', JPY: '0.112366' },
  { date: '2026-06-30', USD: '17.8857', EUR: '20.9621', JPY: '0.112914' },
  { date: '2026-07-31', USD: '17.9604', EUR: '21.0137', JPY: '0.113102' },
  { date: '2026-08-31', USD: '18.0261', EUR: '21.1627', JPY: '0.113948' },
  { date: '2026-09-30', USD: '18.1139', EUR: '21.2294', JPY: '0.114211' },
  { date: '2026-10-30', USD: '18.2207', EUR: '21.3000', JPY: '0.114596' },
  { date: '2026-11-20', USD: '18.2915', EUR: '21.3646', JPY: '0.114843' },
];
