/** Confirms the scanned link, as the user of the national app does. */
export const confirmCitizenship = (link: string) =>
  fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=confirm',
  });
