import type { Locale } from '#shared/locale.ts';

/** A catalog of the size that a VPN service has. */
export const places: Readonly<Record<string, readonly string[]>> = {
  AE: ['Dubai'],
  AL: ['Tirana'],
  AR: ['Buenos Aires'],
  AT: ['Vienna'],
  AU: ['Melbourne', 'Perth', 'Sydney'],
  BA: ['Sarajevo'],
  BE: ['Brussels'],
  BG: ['Sofia'],
  BR: ['São Paulo'],
  CA: ['Montréal', 'Toronto', 'Vancouver'],
  CH: ['Zürich'],
  CI: ['Abidjan'],
  CL: ['Santiago'],
  CO: ['Bogotá'],
  CY: ['Nicosia'],
  CZ: ['Prague'],
  DE: ['Berlin', 'Frankfurt', 'Munich'],
  DK: ['Copenhagen'],
  EE: ['Tallinn'],
  EG: ['Cairo'],
  ES: ['Barcelona', 'Madrid'],
  FI: ['Helsinki'],
  FR: ['Marseille', 'Paris'],
  GB: ['London', 'Manchester'],
  GE: ['Tbilisi'],
  GR: ['Athens'],
  HK: ['Hong Kong'],
  HR: ['Zagreb'],
  HU: ['Budapest'],
  ID: ['Jakarta'],
  IE: ['Dublin'],
  IL: ['Tel Aviv'],
  IN: ['Mumbai'],
  IT: ['Milan', 'Rome'],
  JP: ['Osaka', 'Tokyo'],
  KR: ['Seoul'],
  KZ: ['Astana'],
  LT: ['Vilnius'],
  LU: ['Luxembourg'],
  LV: ['Riga'],
  MA: ['Rabat'],
  MD: ['Chisinau'],
  MK: ['Skopje'],
  MX: ['Mexico City'],
  MY: ['Kuala Lumpur'],
  NG: ['Lagos'],
  NL: ['Amsterdam'],
  NO: ['Oslo'],
  NZ: ['Auckland'],
  PA: ['Panama City'],
  PE: ['Lima'],
  PH: ['Manila'],
  PL: ['Warsaw'],
  PT: ['Lisbon'],
  RO: ['Bucharest'],
  RS: ['Belgrade'],
  SE: ['Gothenburg', 'Stockholm'],
  SG: ['Singapore'],
  SI: ['Ljubljana'],
  SK: ['Bratislava'],
  TH: ['Bangkok'],
  TR: ['Istanbul'],
  TW: ['Taipei'],
  UA: ['Kyiv', 'Lviv'],
  US: ['Chicago', 'Los Angeles', 'New York'],
  VN: ['Hanoi'],
  ZA: ['Johannesburg'],
};

/**
 * What people type, with the expected first result: a country, or "country city". Separated by semicolons, by language.
 */
const lists: Readonly<Record<Locale, string>> = {
  en: `
    UK GB; uk GB; U.K. GB; GBR GB; England GB; Scotland GB; Wales GB; Northern Ireland GB; Great Britain GB; britain GB;
    united kingdom GB; kingdom GB; USA US; us US; U.S.A. US; America US; united states of america US; the states US;
    Czech Republic CZ; czech CZ; Czechia CZ; CZE CZ; Holland NL; Netherlands NL; the netherlands NL; nederland NL; NLD NL;
    de DE; DEU DE; Deutschland DE; Germny DE; gremany DE; germ DE; bavaria DE; FRG DE; South Korea KR; korea KR; KOR KR;
    UAE AE; emirates AE; Türkiye TR; Turkey TR; Turkiye TR; Ivory Coast CI; cote CI; Macedonia MK; bosnia BA; Moldavia MD;
    Vietnam VN; Viet Nam VN; Swiss CH; Switzerland CH; switserland CH; swizerland CH; CHE CH; ch CH; Suomi FI; Norge NO;
    Sverige SE; polska PL; Hrvatska HR; Hellas GR; España ES; Brasil BR; 日本 JP; Україна UA; jp JP; nippon JP;
    Frankfurt DE Frankfurt; frankfrut DE Frankfurt; frankfurt germany DE Frankfurt; germany frankfurt DE Frankfurt;
    munich de DE Munich; muenchen DE Munich; new york US New York; nyc US New York; new york usa US New York; new yrok US New York;
    los angeles US Los Angeles; LA US Los Angeles; chicgo US Chicago; london uk GB London; london england GB London;
    manchster GB Manchester; sao paulo BR; Montreal CA Montréal; Tóronto CA Toronto; Gothenburg SE Gothenburg;
    goteborg SE Gothenburg; Stokholm SE Stockholm; kiev UA Kyiv; kyiv UA Kyiv; lvov UA Lviv; zurich CH; zuerich CH;
    new zealand NZ; new zeland NZ; NZ NZ; singapore SG; singapoor SG; hong kong HK; hongkong HK; HK HK; Tokio JP Tokyo;
    Bombay IN; saudi none; atlantis none; 12345 none; qqqq none; it IT; in IN; no NO; Portgual PT; Phillipines PH; Rumania RO;
    austria AT; australia AU; austrailia AU; Indonasia ID; south africa ZA; RSA ZA; RSS none; mexico MX; Kopenhagen DK;
    the czech republic CZ; belguim BE; Finnland FI; lithunia LT; lativa LV; estona EE; irland IE; eire IE`,
  de: `
    England GB; Großbritannien GB; Grossbritannien GB; großbritanien GB; Schottland GB; UK GB; Vereinigtes Königreich GB;
    USA US; Amerika US; Vereinigte Staaten US; Staaten US; Tschechei CZ; Tschechien CZ; Tschechische Republik CZ; Holland NL;
    Niederlande NL; die Niederlande NL; die Schweiz CH; schweitz CH; Oesterreich AT; österreich AT; osterreich AT; Türkei TR;
    tuerkei TR; Südkorea KR; suedkorea KR; VAE AE; Elfenbeinküste CI; München DE Munich; Wien AT; Mailand IT Milan; Rom IT Rome;
    Prag CZ; Warschau PL; Lissabon PT; Kiew UA Kyiv; Lemberg UA Lviv; Brüssel BE; Kopenhagen DK; Athen GR; Genua none; Mazedonien MK;
    Ungarn HU; Griechnland GR; frankfurt deutschland DE Frankfurt; Neuseeland NZ; Südafrika ZA; Moldau MD`,
  fr: `
    Angleterre GB; Grande-Bretagne GB; grande bretagne GB; Royaume Uni GB; Écosse GB; États-Unis US; etats unis US; Amérique US;
    USA US; République tchèque CZ; republique tcheque CZ; Tchéquie CZ; Hollande NL; Pays-Bas NL; les Pays-Bas NL; Allemagne DE; alemagne DE;
    Suisse CH; la Suisse CH; Côte d’Ivoire CI; Corée du Sud KR; Émirats AE; Londres GB London; Munich DE Munich; Francfort DE Frankfurt;
    Varsovie PL; Lisbonne PT; Bruxelles BE; Vienne AT; Turquie TR; Espange ES; nouvelle zélande NZ; Afrique du Sud ZA; Macédoine MK`,
  es: `
    Inglaterra GB; Gran Bretaña GB; gran bretana GB; Reino Unido GB; EEUU US; EE. UU. US; Estados Unidos US; América US; USA US;
    República Checa CZ; republica checa CZ; Chequia CZ; Holanda NL; Países Bajos NL; paises bajos NL; Alemania DE; alemannia DE;
    Corea del Sur KR; Costa de Marfil CI; Suiza CH; Londres GB London; Nueva York US New York; Múnich DE Munich; Fráncfort DE Frankfurt;
    Viena AT; Varsovia PL; Ginebra none; Turquía TR; Japon JP; Sudáfrica ZA; Nueva Zelanda NZ; Emiratos AE`,
  pt: `
    Inglaterra GB; Grã-Bretanha GB; gra bretanha GB; Reino Unido GB; EUA US; Estados Unidos US; América US; USA US; Holanda NL;
    Países Baixos NL; República Tcheca CZ; Tchéquia CZ; Tcheca CZ; Alemanha DE; alemana DE; Coreia do Sul KR; Costa do Marfim CI;
    Suíça CH; suica CH; Londres GB London; Nova York US New York; Munique DE Munich; Varsóvia PL; Viena AT; Turquia TR; Japão JP; japao JP;
    África do Sul ZA; Nova Zelândia NZ; Croácia HR; Polonia PL`,
  uk: `
    США US; сша US; Америка US; Сполучені Штати US; USA US; Англія GB; Велика Британія GB; Великобританія GB; Британія GB; Шотландія GB;
    UK GB; Голландія NL; Нідерланди NL; нидерланди NL; Чехія CZ; Чеська Республіка CZ; Німеччина DE; німечина DE; Германія DE;
    Germany DE; nimechchyna DE; Франкфурт DE Frankfurt; Мюнхен DE Munich; Нью-Йорк US New York; нью йорк US New York; Лондон GB London;
    Київ UA Kyiv; Киев UA Kyiv; Львів UA Lviv; Відень AT; Варшава PL; Прага CZ; Стокгольм SE Stockholm; Токіо JP Tokyo; ОАЕ AE; Емірати AE;
    Туреччина TR; туречина TR; Південна Корея KR; Молдавія MD; Швейцарія CH; швейцария CH; Польша PL; Абіджан CI; Тірана AL; Україна UA; вкраїна UA`,
};

export interface LocationQuery {
  readonly locale: Locale;
  readonly text: string;
  /** The code of the expected first country; null if nothing is found. */
  readonly country: string | null;
  /** The city that is preselected; null if it is the country that matches, or its only city. */
  readonly city: string | null;
}

export const locationQueries: readonly LocationQuery[] = Object.entries(lists).flatMap(([locale, list]) =>
  list.split(';').map((row) => {
    const [, text = '', country = '', city] = /^\s*(.+?) (none|[A-Z]{2})(?: (.+))?$/s.exec(row) ?? [];
    return { locale: locale as Locale, text, country: country === 'none' ? null : country, city: city ?? null };
  }),
);
