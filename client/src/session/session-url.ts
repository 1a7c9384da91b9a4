/** The gateway's own route, not an upstream call. decisions.md §3 */
export const sessionUrl = '/session';
