import { type Command, Option } from 'commander';
import type { MemberId, OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { getOrganisation } from '../../domain/organisations/organisation.ts';
import { Refusal } from '../../base/refusal.ts';
import type { OrganisationChange } from '../../domain/change/change.ts';
import { addMember } from '../../domain/organisations/members.ts';
import { dismissMember, setMemberRole } from '../../domain/persons/members.ts';
import {
  findMemberById,
  listMembers,
  MEMBER_ROLES,
  type MemberRecord,
  type MemberRole,
} from '../../domain/organisations/store.ts';
import { manyRecords, oneRecord } from '../answer.ts';
import { resolveAct, BY, type Register, type Surroundings } from '../command.ts';
import { email, parseId, text } from '../values.ts';

interface AddOptions {
  readonly org: OrganisationId;
  readonly email: string;
  readonly name: string;
  readonly role: RoleWord;
  readonly by?: string;
}

/** What accountants were called. */
const FORMER_WORD = 'member';
const ROLE_WORDS = [...MEMBER_ROLES, FORMER_WORD] as const;
type RoleWord = (typeof ROLE_WORDS)[number];
const roleOf = (word: RoleWord): MemberRole => (word === FORMER_WORD ? 'accountant' : word);

const requireMember = async (db: Reader, id: MemberId): Promise<MemberRecord> => {
  const member = await findMemberById(db, id);
  if (member === undefined)
    throw new Refusal('not_found', `There is no member ${id}; "member list" shows them.`);
  return member;
};

/** Of members somebody must be left who administers: the domain sees to it. */
const changing = (
  run: Surroundings,
  action: string,
  id: MemberId,
  options: { readonly role?: RoleWord; readonly by?: string },
  work: (ctx: OrganisationChange, member: MemberRecord) => Promise<unknown>,
): Promise<void> =>
  run.onDatabase(async ({ books, database: { reader }, now }) => {
    const member = await requireMember(reader, id);
    const { organisation_id } = member;
    const act = await resolveAct(reader, organisation_id, action, { ...options, id }, now);
    await books.changeOrganisation(organisation_id, act, (ctx) => work(ctx, member));
    return oneRecord((await findMemberById(reader, id)) ?? { id, removed: true });
  });

const changes = (member: Command, run: Surroundings): void => {
  const which = ['<member>', 'its id', parseId('MemberId', 'member')] as const;
  member
    .command('show')
    .description('a person of an organisation')
    .argument(...which)
    .action((id: MemberId) =>
      run.onDatabase(async ({ database }) => oneRecord(await requireMember(database.reader, id))),
    );
  member
    .command('update')
    .description('give a person another role; they sign in again')
    .argument(...which)
    .addOption(
      new Option('--role <role>', 'what the person may do').choices(ROLE_WORDS).makeOptionMandatory(),
    )
    .option(...BY, email)
    .action((id: MemberId, options: { readonly role: RoleWord; readonly by?: string }) =>
      changing(run, 'member update', id, options, (ctx, found) =>
        setMemberRole(ctx, found, roleOf(options.role), null),
      ),
    );
  member
    .command('remove')
    .description('take a person out of the organisation, at once')
    .argument(...which)
    .option(...BY, email)
    .action((id: MemberId, options: { readonly by?: string }) =>
      changing(run, 'member remove', id, options, (ctx, found) => dismissMember(ctx, found, null)),
    );
};

export const memberCommands: Register = (program, run) => {
  const member = program.command('member').description('the people of an organisation');
  member
    .command('add')
    .description('add a person')
    .requiredOption('--org <id>', 'the organisation', parseId('OrganisationId', 'organisation'))
    .requiredOption('--email <email>', 'e-mail address', email)
    .requiredOption('--name <name>', 'name', text)
    .addOption(
      new Option('--role <role>', 'what the person may do').choices(ROLE_WORDS).default('accountant'),
    )
    .option(...BY, email)
    .action((options: AddOptions) =>
      run.onDatabase(async ({ books, database, now }) => {
        const { id: organisationId } = await getOrganisation(database.reader, options.org);
        const act = await resolveAct(database.reader, organisationId, 'member add', options, now);
        const id = await books.changeOrganisation(organisationId, act, (ctx) =>
          addMember(ctx, { ...options, role: roleOf(options.role) }),
        );
        return oneRecord({ id });
      }),
    );
  member
    .command('list')
    .description('the people of an organisation')
    .requiredOption('--org <id>', 'the organisation', parseId('OrganisationId', 'organisation'))
    .action(({ org }: { org: OrganisationId }) =>
      run.onDatabase(async ({ database: { reader } }) => {
        await getOrganisation(reader, org);
        return manyRecords(await listMembers(reader, org), ['id', 'email', 'name', 'role']);
      }),
    );
  changes(member, run);
};
