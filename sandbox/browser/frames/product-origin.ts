/** The only origin that a frame exchanges messages with. */
export const productOrigin = document.documentElement.dataset.productOrigin ?? '';
