/** Run in the page: browsers leave out of the accessibility tree what is in rows far outside the viewport. */
export function renderAllRows(): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
  }
}
