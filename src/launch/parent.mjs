// The shell that npm starts between itself and this process does not forward signals: it dies and leaves this process
// running. When that happens, this process ends as if it had received the signal itself.
const LOOK_EVERY_MS = 250;

export const endWithParent = () => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  timer.unref();
};
