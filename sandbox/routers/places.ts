/** A city with its coordinates and the protocols of its node. */
export interface Place {
  readonly city: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Nodes without OpenVPN over TCP cannot serve a router. */
  readonly openVpn: boolean;
}

export interface Country {
  readonly code: string;
  readonly premium: boolean;
  readonly places: readonly Place[];
}

const place = (city: string, latitude: number, longitude: number): Place => ({
  city,
  latitude,
  longitude,
  openVpn: true,
});
const withoutOpenVpn = (city: string, latitude: number, longitude: number): Place => ({
  ...place(city, latitude, longitude),
  openVpn: false,
});
const free = (code: string, ...places: Place[]): Country => ({ code, premium: false, places });
const premium = (code: string, ...places: Place[]): Country => ({ code, premium: true, places });

/** The locations of nodes. Without nodes that lack OpenVPN, Iceland has none left and Switzerland one of two. */
export const countries: readonly Country[] = [
  free('AT', place('Vienna', 48.21, 16.37)),
  premium('AU', place('Sydney', -33.87, 151.21), place('Melbourne', -37.81, 144.96), place('Perth', -31.95, 115.86)),
  free('BE', place('Brussels', 50.85, 4.35)),
  premium('BR', place('São Paulo', -23.55, -46.63)),
  premium('CA', place('Montréal', 45.5, -73.57), place('Toronto', 43.65, -79.38), place('Vancouver', 49.28, -123.12)),
  premium('CH', place('Zürich', 47.38, 8.54), withoutOpenVpn('Geneva', 46.2, 6.14)),
  free('CZ', place('Prague', 50.08, 14.44)),
  free('DE', place('Berlin', 52.52, 13.4), place('Frankfurt', 50.11, 8.68), place('Munich', 48.14, 11.58)),
  premium('DK', place('Copenhagen', 55.68, 12.57)),
  premium('EE', place('Tallinn', 59.44, 24.75)),
  free('ES', place('Barcelona', 41.39, 2.17), place('Madrid', 40.42, -3.7)),
  premium('FI', place('Helsinki', 60.17, 24.94)),
  free('FR', place('Marseille', 43.3, 5.37), place('Paris', 48.86, 2.35)),
  free('GB', place('London', 51.51, -0.13), place('Manchester', 53.48, -2.24)),
  premium('GR', place('Athens', 37.98, 23.73)),
  premium('IE', place('Dublin', 53.35, -6.26)),
  premium('IS', withoutOpenVpn('Reykjavík', 64.15, -21.94)),
  free('IT', place('Milan', 45.46, 9.19), place('Rome', 41.9, 12.5)),
  premium('JP', place('Osaka', 34.69, 135.5), place('Tokyo', 35.68, 139.69)),
  premium('LT', place('Vilnius', 54.69, 25.28)),
  premium('LV', place('Riga', 56.95, 24.11)),
  free('NL', place('Amsterdam', 52.37, 4.9)),
  premium('NO', place('Oslo', 59.91, 10.75)),
  free('PL', place('Warsaw', 52.23, 21.01)),
  free('PT', place('Lisbon', 38.72, -9.14)),
  premium('RO', place('Bucharest', 44.43, 26.1)),
  premium('SE', place('Gothenburg', 57.71, 11.97), place('Stockholm', 59.33, 18.07)),
  premium('SG', place('Singapore', 1.35, 103.82)),
  free('UA', place('Kyiv', 50.45, 30.52), withoutOpenVpn('Lviv', 49.84, 24.03)),
  free('US', place('Chicago', 41.88, -87.63), place('Los Angeles', 34.05, -118.24), place('New York', 40.71, -74.01)),
];

/** A streaming service and its cities. */
export interface Service {
  readonly slug: string;
  readonly name: string;
  readonly premium: boolean;
  readonly cities: readonly string[];
}

export const services: readonly Service[] = [
  { slug: 'fjord-tv', name: 'Fjord TV', premium: false, cities: ['Oslo'] },
  { slug: 'northlight', name: 'Northlight', premium: false, cities: ['Stockholm'] },
  { slug: 'open-bay', name: 'Open Bay', premium: false, cities: ['London', 'New York'] },
  { slug: 'kino-now', name: 'Kino Now', premium: true, cities: ['Berlin'] },
  { slug: 'harbour-sport', name: 'Harbour Sport', premium: true, cities: ['Sydney', 'London'] },
  { slug: 'lantern', name: 'Lantern', premium: true, cities: ['Tokyo', 'Singapore', 'Los Angeles'] },
];
