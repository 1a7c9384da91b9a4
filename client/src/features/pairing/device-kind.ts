/** The tabs of 'Add new device'. product.md §2 */
export const deviceKinds = ['desktop', 'mobile', 'router'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** The kind that `add_new_device` names, whatever its case; null when it names none and only asks for the dialog. */
export const readDeviceKind = (value: string | null): DeviceKind | null =>
  deviceKinds.find((kind) => kind === value?.toLowerCase()) ?? null;
