import { useEffect, useRef, useState } from 'react';
import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import { refresh } from '../../api/read.ts';
import { onPairingTick } from '../../app-link/pairing-clock.ts';

/** decisions.md §4 */
const pollForMs = 10 * 60_000;

/**
 * The devices that were added since the dialog opened. Reloads the list on every tick, for ten minutes at most.
 * @param onPaired gets their ids when the dialog goes away, however it is closed
 */
export function useNewDevices(
  devices: readonly Device[],
  onPaired: (newIds: readonly string[]) => void,
): readonly Device[] {
  const [known] = useState(() => new Set(devices.map(({ id }) => id)));
  useEffect(() => {
    const startedAt = Date.now();
    let reading = false;
    const stop = onPairingTick(() => {
      if (Date.now() - startedAt >= pollForMs) return stop();
      if (reading) return;
      reading = true;
      void refresh(calls.profile).finally(() => {
        reading = false;
      });
    });
    return stop;
  }, []);
  const newDevices = devices.filter(({ id }) => !known.has(id));
  const report = useRef(() => {});
  useEffect(() => {
    report.current = () => onPaired(newDevices.map(({ id }) => id));
  });
  useEffect(() => () => report.current(), []);
  return newDevices;
}
