/** Makes callers of `pass()` wait until `open()`; `arrived` resolves with the first caller. */
export function createGate() {
  let open: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return {
    arrived,
    open,
    pass: () => {
      arrive();
      return opened;
    },
  };
}
