/** Run in the page: browsers leave out of the accessibility tree what is in rows far outside the viewport. */
export function renderAllRows(): void {
  for (const row of document.querySelectorAll<HTMLElement>('.picker__row')) row.style.contentVisibility = 'visible';
}
