/** Holds somebody up until it is opened, and tells when somebody has come. */
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
