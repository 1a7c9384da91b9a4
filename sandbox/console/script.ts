/** Keeps the named parts of a page fresh, leaving alone what a person has opened or is typing in. */
export const script = `
const names = document.body.dataset.refreshes.split(' ');
async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const name of names) {
    const old = document.getElementById(name);
    const next = fresh.getElementById(name);
    if (!old || !next || old.innerHTML === next.innerHTML) continue;
    if (old.contains(document.activeElement) || old.querySelector('details[open]')) continue;
    old.replaceWith(next);
  }
}
setInterval(refresh, 2000);
document.addEventListener('visibilitychange', refresh);
`;
