/** What an account shows under Devices. */
export interface DeviceDetails {
  /** Used and available slots. */
  readonly slots: readonly [used: number, limit: number];
  /** The title of the empty list. */
  readonly empty?: string;
  /** The names of the routers, each a link. */
  readonly routers?: readonly string[];
  /** A button that adds a device. */
  readonly adds?: true;
  /** The sentence on a full list. */
  readonly full?: true;
  /** The app downloads. */
  readonly downloads?: true;
  readonly meter?: true;
}

const shown = { downloads: true, meter: true } as const;
const none: DeviceDetails = { ...shown, slots: [0, 6], empty: 'No devices yet', adds: true };
const some = (used: number, limit = 6): DeviceDetails => ({ ...shown, slots: [used, limit], adds: true });
const full = (limit: number): DeviceDetails => ({ ...shown, slots: [limit, limit], full: true });

/** Accounts that differ from one without devices. */
const others: Readonly<Record<string, DeviceDetails>> = {
  'anna.lindqvist@example.com': some(4),
  'free@example.com': some(1),
  'setapp@example.com': { slots: [1, 8], meter: true, adds: true },
  'setapp-full@example.com': { slots: [8, 8], meter: true, full: true },
  'devices-full@example.com': { ...full(6), routers: ['Router 1'] },
  'one-slot-left@example.com': some(5),
  'routers@example.com': { ...some(4), routers: ['Router 1', 'Router 2', 'Living room', 'Attic'] },
  'no-slots@example.com': { slots: [0, 0], empty: 'No device slots', downloads: true },
  'many-devices@example.com': some(24, 50),
  'odd-spelling@example.com': { ...some(5), routers: ['Box'] },
};

export const describedDevices = Object.keys(others);

export const devicesOf = (email: string): DeviceDetails => others[email] ?? none;
