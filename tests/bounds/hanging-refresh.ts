/** In a refresh token: its refresh gets no response. */
export const hangingRefresh = 'hanging-refresh';
