// Who is signed in, as pages see it.
import type { MemberId, OrganisationId, PersonId, PersonSessionId } from '../../../../generated/ids.ts';
import type { Role } from '../../ground/organisations/role.ts';

export interface SignedIn {
  readonly session: {
    readonly id: PersonSessionId;
    readonly method: SignInMethod;
    readonly strong_at: Date | null;
    readonly organisation_id: OrganisationId;
    readonly created_at: Date;
  };
  readonly person: {
    readonly id: PersonId;
    readonly email: string;
    readonly name: string;
    readonly locale: 'en' | 'es' | 'de' | null;
    readonly time_zone: string | null;
  };
  readonly memberships: readonly Membership[];
}

export interface Membership {
  readonly member_id: MemberId;
  readonly organisation_id: OrganisationId;
  readonly organisation_name: string;
  readonly role: Role;
}

export type SignInMethod = 'passkey' | 'password' | 'company';

/** Whether a company's issuer said who it is: what the person has beyond its organisation is none of its business. */
export const isByCompany = ({
  session,
}: {
  readonly session: Pick<SignedIn['session'], 'method'>;
}): boolean => session.method === 'company';

const STRONG_MS = 5 * 60_000;

/** Whether the person showed within the last minutes that it is they who sit there. */
export const isStrong = ({ session }: SignedIn, now: Date): boolean =>
  session.strong_at !== null && now.getTime() - session.strong_at.getTime() < STRONG_MS;

/** Thrown by a change that turns out, once its record is held, to take a fresh proof of the person; nothing is changed. */
export class ProofNeeded extends Error {}
