// Who signs in as which member. A link joins the organisation that made it; the other memberships of its address only when
// it proves the address. Each joining is an entry of the organisation that is joined.
import type { PersonId } from '../../../../generated/ids.ts';
import type { Reader } from '../../../db/database.ts';
import type { Act, OpenBooks, OrganisationChange } from '../../ground/change/change.ts';
import { addMember } from '../../ground/organisations/members.ts';
import {
  findMemberById,
  type MemberRecord,
  membershipsOf,
  type NewMember,
  updateMember,
} from '../../ground/organisations/store.ts';
import { endShownLinks, type LinkWay } from './store/links.ts';
import { findPersonByEmail, type PersonWithSecrets } from './store/persons.ts';

/** `known`: by an address that the person had proven before. */
type JoinedBy = LinkWay | 'company' | 'known';

/** Nothing where they have joined already. */
export const join = async (
  ctx: OrganisationChange,
  { id, organisation_id, person_id: before }: MemberRecord,
  person_id: PersonId,
  by: JoinedBy,
): Promise<void> => {
  if (before === person_id) return;
  await updateMember(ctx.db, { id, organisation_id }, { person_id });
  ctx.record({
    event: 'member.joined',
    record_type: 'member',
    record_id: id,
    before: { person_id: before },
    after: { person_id, by },
  });
};

/** The memberships of somebody's address that nobody has joined yet. */
export const waitingFor = async (
  db: Reader,
  { id, email }: Pick<PersonWithSecrets, 'id' | 'email'>,
): Promise<MemberRecord[]> => (await membershipsOf(db, email)).filter(({ person_id }) => person_id !== id);

/** Of somebody who has proven the address. Organisations in one order, so that two who do it at once do not block. */
export const joinWaiting = async (
  open: OpenBooks,
  person: Pick<PersonWithSecrets, 'id' | 'email'>,
  by: JoinedBy,
  act: (member: MemberRecord) => Act,
): Promise<void> => {
  const waiting = await waitingFor(open.db, person);
  for (const member of waiting.toSorted((a, b) => (a.organisation_id < b.organisation_id ? -1 : 1)))
    await open.changeOrganisation(member.organisation_id, act(member), (ctx) =>
      join(ctx, member, person.id, by),
    );
};

/**
 * Adds a member. Who has proven the address finds the organisation at once; anybody else waits for a link of it. Links
 * that another organisation was shown end, because with them somebody could take the address for theirs.
 */
export const admitMember = async (ctx: OrganisationChange, wanted: NewMember): Promise<MemberRecord> => {
  const id = await addMember(ctx, wanted);
  const member = await findMemberById(ctx.db, id);
  if (member === undefined) throw new Error(`the member ${id} was just added`);
  await endShownLinks(ctx.db, member.email, ctx.organisation_id, ctx.now);
  const person = await findPersonByEmail(ctx.db, member.email);
  if (person === undefined || !person.email_proven) return member;
  await join(ctx, member, person.id, 'known');
  return { ...member, person_id: person.id };
};
