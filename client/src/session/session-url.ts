/** The gateway's own route, not an upstream call. decisions.md §3, routes */
export const sessionUrl = '/session';
