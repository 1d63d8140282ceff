// The rights of a member who may be signed in: a session does not outlive the role it was opened with (OWASP Session
// Management: a new id when rights change). Whoever changes their own goes on under a new secret.
import type { OrganisationChange } from '../change/change.ts';
import { changeRole, removeMember } from '../organisations/members.ts';
import type { Role } from '../organisations/role.ts';
import type { MemberRecord } from '../organisations/store.ts';
import { hashOf, newSecret } from './secret.ts';
import type { SignedIn } from './signed-in.ts';
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
  { person_id }: MemberRecord,
  own: Own,
): Promise<string | undefined> => {
  if (person_id === null) return undefined;
  const kept = own?.person.id === person_id ? own.session : undefined;
  const ended = await deleteSessions(ctx.db, person_id, kept?.id ?? null);
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
