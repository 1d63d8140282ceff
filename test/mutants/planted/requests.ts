// Faults of what waits for a person, as clients follow it, and of what connected apps read.
import type { Planted } from './planted.ts';

const tests = ['test/transport/tasks'];

export const REQUESTS: readonly Planted[] = [
  {
    name: 'rejected-request-told-as-done',
    file: 'src/dispatch/requests.ts',
    find: "if (status === 'rejected') return",
    put: "if (status === 'failed') return",
    tests,
  },
  {
    name: 'approval-told-as-filed-before-it-is',
    file: 'src/domain/across/requests/find.ts',
    find: "return { status: 'filing', reason: null };",
    put: "return { status: 'approved', reason: null };",
    tests,
  },
  {
    name: 'failed-filing-told-as-filed',
    file: 'src/domain/across/requests/find.ts',
    find: "if (filing_status === 'filed' || filing_status === 'cancelled')",
    put: "if (filing_status === 'filed' || filing_status === 'failed')",
    tests,
  },
  {
    name: 'request-of-another-company-followed',
    file: 'src/domain/across/requests/find.ts',
    find: 'entity_id === null ? activeEntityIds(db, organisation_id) : [entity_id];',
    put: 'activeEntityIds(db, organisation_id);',
    tests,
  },
  {
    name: 'request-followed-without-scope',
    file: 'src/dispatch/requests.ts',
    find: 'mayUse(identity, scope) ? found',
    put: 'mayUse(identity, null) ? found',
    tests,
  },
  {
    name: 'request-withdrawn-by-another-key',
    file: 'src/domain/across/requests/withdraw.ts',
    find: 'if (type !== ctx.actor.type || asker !== ctx.actor.id) return;',
    put: 'if (type !== ctx.actor.type || asker === null) return;',
    tests,
  },
  {
    name: 'change-withdrawn-by-another-key',
    file: 'src/domain/across/asks/decide.ts',
    find: "ctx.actor.type !== 'key' || ask.requested_by !== ctx.actor.id",
    put: "ctx.actor.type !== 'key'",
    tests,
  },
  {
    name: 'cancellation-withdrawn-by-another-key',
    file: 'src/domain/filing/cancellation/decide.ts',
    find: "request?.status !== 'pending' || type !== ctx.actor.type || asker !== ctx.actor.id",
    put: "request?.status !== 'pending' || type !== ctx.actor.type",
    tests,
  },
  {
    name: 'key-request-withdrawn-by-another-key',
    file: 'src/domain/parties/key-requests/decide.ts',
    find: "actor.type !== 'key' || before.requested_by !== actor.id",
    put: "actor.type !== 'key'",
    tests,
  },
  {
    name: 'change-of-the-organisation-followed-by-a-key-of-a-company',
    file: 'src/domain/across/requests/find.ts',
    find: 'entity_id === null ? identity.entity_id === null :',
    put: 'entity_id === null ? true :',
    tests,
  },
  {
    name: 'task-for-who-knows-none',
    file: 'src/transport/call-tool.ts',
    find: "era === 'modern' && declaresTasks(params)",
    put: "era === 'modern'",
    tests,
  },
  {
    name: 'scopes-of-tools-told-to-pasted-keys',
    file: 'src/transport/methods.ts',
    find: 'reader.connected ? {',
    put: 'reader.lists(known) ? {',
    tests: ['test/oauth/chatgpt'],
  },
  {
    name: 'one-list-for-apps-and-keys',
    file: 'src/transport/methods.ts',
    find: 'String(reader.connected),',
    put: '',
    tests: ['test/oauth/chatgpt'],
  },
];
