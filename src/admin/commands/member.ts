import { type Command, InvalidArgumentError, Option } from 'commander';
import { ID_PREFIXES, type MemberId, type OrganisationId } from '../../../generated/ids.ts';
import type { Reader } from '../../db/database.ts';
import { dismissWithKeys } from '../../domain/parties/access/keys.ts';
import { type KeyRecord, keysMadeBy } from '../../domain/parties/access/store.ts';
import { findWithoutApprover } from '../../domain/filing/approval/without-approver.ts';
import { hasRole } from '../../domain/ground/organisations/role.ts';
import { getOrganisation } from '../../domain/ground/organisations/organisation.ts';
import { Refusal } from '../../base/refusal.ts';
import type { OrganisationChange } from '../../domain/ground/change/change.ts';
import { admitMember } from '../../domain/parties/persons/joining.ts';
import { setMemberRole } from '../../domain/parties/persons/members.ts';
import {
  MEMBER_ROLES,
  type MemberRecord,
  type MemberRole,
  findMemberById,
  listMembers,
  membershipsOf,
} from '../../domain/ground/organisations/store.ts';
import { made, manyRecords, oneRecord } from '../answer.ts';
import { BY, type Register, type Session, type Surroundings, resolveAct } from '../command.ts';
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

export type Which = MemberId | { readonly email: string };

const which = (value: string): Which => {
  if (value.startsWith(`${ID_PREFIXES.MemberId}_`)) return parseId('MemberId', 'member')(value);
  if (value.includes('@')) return { email: email(value) };
  throw new InvalidArgumentError(
    `It must be an e-mail address or the id of a member (${ID_PREFIXES.MemberId}_…).`,
  );
};

/** A person may belong to several organisations, and each membership has a role of its own. */
export const requireMember = async (
  db: Reader,
  wanted: Which,
  { org }: { readonly org?: OrganisationId },
): Promise<MemberRecord> => {
  const isId = typeof wanted === 'string';
  const one = isId ? await findMemberById(db, wanted) : undefined;
  const all = isId ? (one === undefined ? [] : [one]) : await membershipsOf(db, wanted.email);
  const found = all.filter(({ organisation_id }) => org === undefined || organisation_id === org);
  const [member, another] = found;
  const name = isId ? wanted : wanted.email;
  if (member === undefined)
    throw new Refusal(
      'not_found',
      `There is no member ${name}${org === undefined ? '' : ` in ${org}`}; "member list" shows them.`,
    );
  if (another === undefined) return member;
  const organisations = found.map(({ organisation_id }) => organisation_id).join(', ');
  throw new Refusal('usage', `${name} is a member of several organisations; add --org: ${organisations}.`);
};

/** What nobody can approve any more, or can not from now on. */
const approverWarnings = async (db: Reader, organisationId: OrganisationId, now: Date): Promise<string[]> => {
  const without = await findWithoutApprover(db, organisationId, now);
  if (without === undefined) return [];
  const { administrator, requests } = without;
  const waiting = requests.length === 0 ? '' : `, which these wait for: ${requests.join(', ')}`;
  return [
    `${administrator.email} is the only administrator left, and the organisation wants another one to approve what they or keys of theirs ask for${waiting}. Make somebody else an administrator.`,
  ];
};

const listKeys = (keys: readonly KeyRecord[]): string =>
  keys.map(({ id, name }) => `${id} (${name})`).join(', ');

interface ChangeOptions {
  readonly org?: OrganisationId;
  readonly by?: string;
}

/** Of members somebody must be left who administers: the domain sees to it. */
const changing = <T>(
  run: Surroundings,
  action: string,
  wanted: Which,
  options: ChangeOptions,
  work: (ctx: OrganisationChange, member: MemberRecord) => Promise<T>,
  answer: (done: T, member: MemberRecord, session: Session) => Promise<{ value: object; warnings: string[] }>,
): Promise<void> =>
  run.onDatabase(async (session) => {
    const { books, database, now } = session;
    const { reader } = database;
    const member = await requireMember(reader, wanted, options);
    const { id, organisation_id } = member;
    const act = await resolveAct(reader, organisation_id, action, { ...options, id }, now);
    const done = await books.changeOrganisation(organisation_id, act, (ctx) => work(ctx, member));
    const { value, warnings } = await answer(done, member, session);
    const lost = member.role === 'administrator' ? await approverWarnings(reader, organisation_id, now) : [];
    return made(value, [...warnings, ...lost]);
  });

interface RoleOptions extends ChangeOptions {
  readonly role: RoleWord;
}

const updateRole = (run: Surroundings, wanted: Which, options: RoleOptions): Promise<void> => {
  const role = roleOf(options.role);
  return changing(
    run,
    'member update',
    wanted,
    options,
    (ctx, member) => setMemberRole(ctx, member, role, null),
    async (_, member, { database: { reader }, now }) => {
      const keys = hasRole(role, member.role) ? [] : await keysMadeBy(reader, member, now);
      return {
        value: { ...member, role },
        warnings:
          keys.length === 0
            ? []
            : [`Keys that they made go on with their scopes: ${listKeys(keys)}; "key revoke" ends one.`],
      };
    },
  );
};

interface RemoveOptions extends ChangeOptions {
  readonly keepKeys?: true;
}

const remove = (run: Surroundings, wanted: Which, options: RemoveOptions): Promise<void> =>
  changing(
    run,
    'member remove',
    wanted,
    options,
    (ctx, member) => dismissWithKeys(ctx, member, null, options.keepKeys),
    async ({ ended, kept }, { id }) => ({
      value: { id, removed: true, keys_ended: ended.map((key) => key.id) },
      warnings: [
        ...(ended.length === 0 ? [] : [`Keys that they made have ended: ${listKeys(ended)}.`]),
        ...(kept.length === 0
          ? []
          : [
              `They know the secrets of these keys, which go on: ${listKeys(kept)}; "key roll --now" changes one.`,
            ]),
      ],
    }),
  );

const changes = (member: Command, run: Surroundings): void => {
  const argument = ['<member>', 'its e-mail address or id', which] as const;
  const ORG = [
    '--org <id>',
    'the organisation, of somebody who belongs to several',
    parseId('OrganisationId', 'organisation'),
  ] as const;
  member
    .command('show')
    .description('a person of an organisation')
    .argument(...argument)
    .option(...ORG)
    .action((wanted: Which, options: ChangeOptions) =>
      run.onDatabase(async ({ database }) =>
        oneRecord(await requireMember(database.reader, wanted, options)),
      ),
    );
  member
    .command('update')
    .description('give a person another role; they sign in again')
    .argument(...argument)
    .option(...ORG)
    .addOption(
      new Option('--role <role>', 'what the person may do').choices(ROLE_WORDS).makeOptionMandatory(),
    )
    .option(...BY, email)
    .action((wanted: Which, options: RoleOptions) => updateRole(run, wanted, options));
  member
    .command('remove')
    .description(
      'take a person out of the organisation, at once, with their sessions and the keys that they made',
    )
    .argument(...argument)
    .option(...ORG)
    .option('--keep-keys', 'let the keys that they made go on')
    .option(...BY, email)
    .action((wanted: Which, options: RemoveOptions) => remove(run, wanted, options));
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
        const { id } = await books.changeOrganisation(organisationId, act, (ctx) =>
          admitMember(ctx, { ...options, role: roleOf(options.role) }),
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
