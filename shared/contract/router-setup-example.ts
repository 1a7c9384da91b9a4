import type { RouterSetup } from '../router-setup.ts';

/** One country with two cities and partial translations, and one streaming service for subscribers. */
export const routerSetupExample = {
  cache_ttl: 3600,
  shortcut_groups: [
    {
      group_id: 'group-countries',
      slug: 'countries',
      title: {
        en: 'Country list',
        de: 'Länderliste',
        es: 'Lista de países',
        fr: 'Liste des pays',
        pt: 'Lista de países',
        uk: 'Список країн',
      },
      description: { en: 'Pick a country' },
      images: { header: 'https://skerry.example/images/countries.svg' },
      shortcuts_access: 'SHORTCUTS_ACCESS_FREE',
      shortcut_type: 'SHORTCUTS_TYPE_COUNTRY_PICKER',
      payload: {},
      shortcuts: [
        {
          id: 'country-se',
          title: { en: 'Sweden', de: 'Schweden' },
          description: null,
          images: { icon: 'https://skerry.example/images/se.svg' },
          shortcuts_access: 'SHORTCUTS_ACCESS_FREE',
          clusters: [
            {
              id: 'cluster-se-1',
              hostname: 'se-1.skerry.example',
              location: { longitude: 18.07, latitude: 59.33, countryCode: 'SE', city: 'Stockholm' },
              protocols: [
                { port: 443, protocol: 'OpenVPN_TCP' },
                { port: 500, protocol: 'IKEv2' },
              ],
              loadIndex: 0.4,
              capacity: 1000,
            },
            {
              id: 'cluster-se-2',
              hostname: 'se-2.skerry.example',
              location: { longitude: 11.97, latitude: 57.71, countryCode: 'SE', city: 'Gothenburg' },
              protocols: [{ port: 443, protocol: 'OpenVPN_TCP' }],
              loadIndex: 0.2,
              capacity: 500,
            },
          ],
        },
      ],
    },
    {
      group_id: 'group-streaming',
      slug: 'streaming',
      title: { en: 'Streaming services' },
      shortcuts_access: 'SHORTCUTS_ACCESS_PREMIUM',
      shortcut_type: 'STREAMING',
      shortcuts: [
        {
          id: 'streaming-1',
          title: { en: 'Northern Lights TV' },
          shortcuts_access: 'SHORTCUTS_ACCESS_PREMIUM',
          clusters: [
            {
              id: 'cluster-stream-1',
              hostname: 'stream-1.skerry.example',
              location: { longitude: 24.94, latitude: 60.17, countryCode: 'FI', city: 'Helsinki' },
              protocols: [{ port: 443, protocol: 'OpenVPN_TCP' }],
              loadIndex: 0.1,
              capacity: 800,
            },
          ],
        },
      ],
    },
  ],
  optimal_location: {
    id: 'country-se',
    shortcuts_access: 'SHORTCUTS_ACCESS_FREE',
    cluster: { id: 'cluster-se-1', location: { city: 'Stockholm' } },
  },
} satisfies RouterSetup;
