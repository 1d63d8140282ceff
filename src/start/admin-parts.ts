// Wires the admin command line to the real demo, mail, printer and providers.
import type { AdminParts } from '../admin/parts.ts';
import { mailFolder, openMailer } from '../mail/open.ts';
import { printInvoice } from '../pdf/print.ts';
import { configuredAccessPoint } from '../providers/access-point/configured.ts';
import { configuredPac } from '../providers/pac/configured.ts';
import { askTool } from './admin-tools.ts';
import { DEMO_ORGANISATION_ID } from './demo/organisation.ts';
import { ensureDemo } from './demo/ensure.ts';
import { rateProviders } from './exchange-rates.ts';
import { sealedSecrets } from './sealed-secrets.ts';

/** Short, because a person is waiting. */
const PAC_TIMEOUT_MS = 10_000;

export const ADMIN_PARTS: AdminParts = {
  demo: { organisation_id: DEMO_ORGANISATION_ID, ensure: ensureDemo },
  mail: { open: openMailer, folder: mailFolder },
  print: printInvoice,
  ask: askTool,
  pac: ({ pac }) => (pac === null ? null : configuredPac(pac, () => new Date(), PAC_TIMEOUT_MS)),
  accessPoint: ({ access_point }) => (access_point === null ? null : configuredAccessPoint(access_point)),
  rateProviders,
  sealedSecrets,
};
