import { InvalidArgumentError } from 'commander';
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
import { type Answer, made, manyRecords, oneRecord } from '../answer.ts';
import {
  arg,
  BY,
  byDefault,
  type Call,
  command,
  may,
  must,
  needed,
  on,
  oneOf,
  type Rows,
} from '../define.ts';
import { email, parseId, text } from '../values.ts';

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

/** Of members somebody must be left who administers: the domain sees to it. */
const changing = async <T>(
  call: Call,
  wanted: Which,
  options: { readonly org?: OrganisationId },
  work: (ctx: OrganisationChange, member: MemberRecord) => Promise<T>,
  answer: (done: T, member: MemberRecord) => Promise<{ value: object; warnings: string[] }>,
): Promise<Answer> => {
  const { reader } = call.database;
  const member = await requireMember(reader, wanted, options);
  const { id, organisation_id } = member;
  const done = await call.changeOrganisation(organisation_id, { ...options, id }, (ctx) => work(ctx, member));
  const { value, warnings } = await answer(done, member);
  const lost =
    member.role === 'administrator' ? await approverWarnings(reader, organisation_id, call.now) : [];
  return made(value, [...warnings, ...lost]);
};

const MEMBER = arg(which);
const ORG = may(parseId('OrganisationId'));
const OF = must(parseId('OrganisationId'));
const ROLE = oneOf(ROLE_WORDS);

const updateCommand = command({
  args: [MEMBER],
  options: { org: ORG, role: needed(ROLE), by: BY },
  answer: (call, options, wanted) => {
    const role = roleOf(options.role);
    return changing(
      call,
      wanted,
      options,
      (ctx, member) => setMemberRole(ctx, member, role, null),
      async (_, member) => {
        const keys = hasRole(role, member.role)
          ? []
          : await keysMadeBy(call.database.reader, member, call.now);
        return {
          value: { ...member, role },
          warnings:
            keys.length === 0
              ? []
              : [`Keys that they made go on with their scopes: ${listKeys(keys)}; "key revoke" ends one.`],
        };
      },
    );
  },
});

const removeCommand = command({
  args: [MEMBER],
  options: { org: ORG, keepKeys: on, by: BY },
  answer: (call, options, wanted) =>
    changing(
      call,
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
    ),
});

export const memberCommands: Rows = {
  add: command({
    options: { org: OF, email: must(email), name: must(text), role: byDefault(ROLE, 'accountant'), by: BY },
    answer: async ({ database, changeOrganisation }, options) => {
      await getOrganisation(database.reader, options.org);
      const { id } = await changeOrganisation(options.org, options, (ctx) =>
        admitMember(ctx, { ...options, role: roleOf(options.role) }),
      );
      return oneRecord({ id });
    },
  }),
  list: command({
    options: { org: OF },
    answer: async ({ database: { reader } }, { org }) => {
      await getOrganisation(reader, org);
      return manyRecords(await listMembers(reader, org), ['id', 'email', 'name', 'role']);
    },
  }),
  show: command({
    args: [MEMBER],
    options: { org: ORG },
    answer: async ({ database }, options, wanted) =>
      oneRecord(await requireMember(database.reader, wanted, options)),
  }),
  update: updateCommand,
  remove: removeCommand,
};
