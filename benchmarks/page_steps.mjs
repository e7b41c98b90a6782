// What the benchmarks of the page's solver share.

/** Milliseconds of processor time so far. */
export function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The value of a generator that is run to its end. */
export function finish(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
