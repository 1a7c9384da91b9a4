import { createContext } from 'react';

/** The product's name, which ends every document title; given by the layouts. */
export const SiteName = createContext('');
