// Faults of the delivery of what comes through the network: whose it is, and when it counts as taken.
import type { Planted } from './planted.ts';

const PUSH = ['test/receiving/network/deliveries'];
const PULL = ['test/receiving/network/pull'];
const RECEIVER = 'src/domain/across/network/receiver.ts';

export const RECEIVERS: readonly Planted[] = [
  {
    name: 'receiver-claims-what-it-was-not-registered-with',
    file: RECEIVER,
    find: "return now === row.participant_key ? entity : 'registration_changed';",
    put: "return now === undefined ? 'registration_changed' : entity;",
    tests: PUSH,
  },
  {
    name: 'receiver-may-be-inactive',
    file: RECEIVER,
    find: "if (!entity.active) return 'inactive';",
    put: '',
    tests: PUSH,
  },
  {
    name: 'receiver-of-the-envelope-alone',
    file: RECEIVER,
    find: "if (account !== null && row.account !== account) return 'contradictory';",
    put: '',
    tests: PULL,
  },
  {
    name: 'receiver-that-the-access-point-does-not-name',
    file: RECEIVER,
    find: "if (company_id !== null && row.company_id !== company_id) return 'contradictory';",
    put: '',
    tests: PULL,
  },
  {
    name: 'receiver-first-of-two-with-an-account',
    file: RECEIVER,
    find: "if (another !== undefined) return 'ambiguous';",
    put: '',
    tests: PULL,
  },
  {
    name: 'receiver-by-its-signs-alone',
    file: 'src/einvoicing/peppol-ubl/participant.ts',
    find: 'return isParticipantId(id) ? id.toLowerCase() : undefined;',
    put: "return isParticipantId(id) ? id.toLowerCase().replaceAll('-', '') : undefined;",
    tests: PUSH,
  },
  {
    name: 'receiver-of-any-authority',
    file: 'src/receiving/envelope.ts',
    find: "(node?.attributes.get('Authority') ?? AUTHORITY) === AUTHORITY ? textOf(node) : null;",
    put: 'textOf(node);',
    tests: PUSH,
  },
  {
    name: 'receiver-first-of-two-in-an-envelope',
    file: 'src/receiving/envelope.ts',
    find: 'if (next === undefined || second !== undefined) return undefined;',
    put: 'if (next === undefined) return undefined;',
    tests: PUSH,
  },
  {
    name: 'receiver-of-when-it-began-to-come',
    file: 'src/domain/across/network/arrive.ts',
    find: 'addressed === null ? entity : await findReceiver(ctx.db, addressed);',
    put: 'entity;',
    tests: PUSH,
  },
  {
    name: 'message-delivered-again-to-whoever-receives-now',
    file: 'src/domain/across/network/arrive.ts',
    find: "if (before?.status === 'delivered') return asBefore(database.reader, before, await hashOf(whole));",
    put: '',
    tests: PUSH,
  },
  {
    name: 'message-known-by-its-id-alone',
    file: 'src/domain/across/network/arrive.ts',
    find: "if (sha256 !== digest) return refused('message_id_reused');",
    put: '',
    tests: PUSH,
  },
  {
    name: 'delivery-by-anybody',
    file: 'src/start/deliveries.ts',
    find: "typeof given !== 'string' || !timingSafeEqual(digest(given), digest(secret))",
    put: "typeof given !== 'string'",
    tests: PUSH,
  },
  {
    name: 'notice-acknowledged-before-it-is-kept',
    file: 'src/domain/across/network/pull.ts',
    find: 'const outcome = await take(parts, notice.document, signal);',
    put: 'await queue.acknowledge(notice.id, signal);\n      const outcome = await take(parts, notice.document, signal);',
    tests: PULL,
  },
];
