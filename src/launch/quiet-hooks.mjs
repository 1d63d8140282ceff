// Node's test runner follows every promise and handle of a process, to tell which test each belongs to: a sixth of the
// processor time of all tests. It has to while a file says what its tests are. While they run, nobody asks: an error that
// belongs to none is told with the file and its place, and fails the run, as test-group.mjs does. To be loaded before
// `node:test`.
import hooks from 'node:async_hooks';

const { createHook } = hooks;
/** What the runner makes when it is first told of a test; it begins by following. */
let followed;

hooks.createHook = (callbacks) => {
  hooks.createHook = createHook;
  followed = createHook(callbacks);
  return followed;
};

export const follow = () => void followed?.enable();

export const rest = () => void followed?.disable();
