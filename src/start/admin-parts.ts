// Wires the admin command line to the real demo, mail, printer and providers. What few commands need is loaded then.
import type { AdminParts } from '../admin/parts.ts';
import { mailFolder, openMailer } from '../mail/open.ts';
import { configuredAccessPoint } from '../providers/access-point/configured.ts';
import { configuredPac } from '../providers/pac/configured.ts';
import { DEMO_ORGANISATION_ID } from './demo/organisation.ts';
import { rateProviders } from './exchange-rates.ts';

/** Short, because a person is waiting. */
const PAC_TIMEOUT_MS = 10_000;

export const ADMIN_PARTS: AdminParts = {
  demo: {
    organisation_id: DEMO_ORGANISATION_ID,
    ensure: async (...given) => (await import('./demo/ensure.ts')).ensureDemo(...given),
  },
  mail: { open: openMailer, folder: mailFolder },
  print: async (...given) => (await import('../pdf/print.ts')).printInvoice(...given),
  ask: async (...given) => (await import('./admin-tools.ts')).askTool(...given),
  deliverInSandbox: async (...given) =>
    (await import('../sandbox/access-point/receiving.ts')).deliverInSandbox(...given),
  pac: ({ pac }) => (pac === null ? null : configuredPac(pac, () => new Date(), PAC_TIMEOUT_MS)),
  accessPoint: ({ access_point }) => (access_point === null ? null : configuredAccessPoint(access_point)),
  rateProviders,
  readDocument: async (...given) => (await import('../receiving/document.ts')).readReceived(...given),
  sealedSecrets: async (db) => (await import('./sealed-secrets.ts')).sealedSecrets(db),
};
