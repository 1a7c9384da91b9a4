/** The national app's user says yes to the link that was scanned. */
export const confirmCitizenship = (link: string) =>
  fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'answer=confirm',
  });
