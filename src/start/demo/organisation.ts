// The members of the demo organisation. Addresses end in the reserved domain `.example`, so mail cannot reach anybody.
import type { OrganisationId } from '../../../generated/ids.ts';
import type { NewMember } from '../../domain/ground/organisations/store.ts';

/** The demo is identified by this fixed id, which is never generated; its name is not reserved. */
export const DEMO_ORGANISATION_ID = 'orgn_00000000000000000000000001' as OrganisationId;
export const DEMO_ORGANISATION = 'Demo Accounting';

export const DEMO_MEMBERS: readonly NewMember[] = [
  { email: 'admin@demo-accounting.example', name: 'Alejandra Ruiz', role: 'administrator' },
  { email: 'bookkeeper@demo-accounting.example', name: 'Jonas Weber', role: 'accountant' },
];
