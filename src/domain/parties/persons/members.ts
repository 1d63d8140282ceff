// The rights of a member who may be signed in: a session does not outlive the role it was opened with (OWASP Session
// Management: a new id when rights change). Sessions in other organisations go on: they get a new id when they choose this
// one. Whoever changes their own goes on under a new secret.
import type { OrganisationChange } from '../../ground/change/change.ts';
import { changeRole, removeMember } from '../../ground/organisations/members.ts';
import type { Role } from '../../ground/organisations/role.ts';
import type { MemberRecord } from '../../ground/organisations/store.ts';
import { hashOf, newSecret } from './secret.ts';
import type { SignedIn } from './signed-in.ts';
import { findPersonByEmail } from './store/persons.ts';
import { deleteSessions, updateSession } from './store/sessions.ts';

/** The session of the page on which it is done; null on the command line. */
export type Own = Pick<SignedIn, 'session' | 'person'> | null;

/** Answers the new secret of the own session, if the rights are one's own. */
export const setMemberRole = async (
  ctx: OrganisationChange,
  member: MemberRecord,
  role: Role,
  own: Own,
): Promise<string | undefined> =>
  (await changeRole(ctx, member, role)) ? endSessions(ctx, member, own) : undefined;

export const dismissMember = async (
  ctx: OrganisationChange,
  member: MemberRecord,
  own: Own,
): Promise<string | undefined> => {
  await removeMember(ctx, member);
  return endSessions(ctx, member, own);
};

const endSessions = async (
  ctx: OrganisationChange,
  { person_id: joined, email }: MemberRecord,
  own: Own,
): Promise<string | undefined> => {
  // Who comes in by the company's issuer alone has not joined.
  const person_id = joined ?? (await findPersonByEmail(ctx.db, email))?.id;
  if (person_id === undefined) return undefined;
  const kept = own?.person.id === person_id ? own.session : undefined;
  const ended = await deleteSessions(ctx.db, person_id, kept?.id ?? null, ctx.organisation_id);
  if (ended > 0)
    ctx.record({
      event: 'person.session_ended',
      record_type: 'person',
      record_id: person_id,
      before: { session: kept === undefined ? 'all' : 'others', sessions: ended },
      after: null,
    });
  if (kept === undefined) return undefined;
  const secret = newSecret();
  await updateSession(ctx.db, kept.id, person_id, { secret_hash: hashOf(secret) });
  return secret;
};
