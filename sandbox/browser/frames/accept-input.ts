/** The script listens now: a press that came before it would be lost. */
export function acceptInput(): void {
  document.body.inert = false;
}
