/** Updates the parts of a console page that its body lists. */
const ids = (document.body.dataset.refreshes ?? '').split(' ');

async function refresh(): Promise<void> {
  if (document.hidden) return;
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const id of ids) replaceIfChanged(document.getElementById(id), fresh.getElementById(id));
}

function replaceIfChanged(current: HTMLElement | null, fresh: HTMLElement | null): void {
  if (!current || !fresh || current.innerHTML === fresh.innerHTML) return;
  const inUse = current.contains(document.activeElement) || current.querySelector('details[open]') !== null;
  if (!inUse) current.replaceWith(fresh);
}

setInterval(refresh, 2000);
document.addEventListener('visibilitychange', refresh);
