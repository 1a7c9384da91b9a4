import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import { refresh, updateCache } from '../../api/read.ts';
import { write } from '../../api/write.ts';
import type { TextKey } from '../../i18n/i18n.ts';
import { runRepeatableWrite } from '../../profile/write-outcome.ts';
import { rememberSession } from '../../session/remember-session.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { PencilIcon } from '../../ui/icons/pencil-icon.tsx';
import { RouterIcon } from '../../ui/icons/router-icon.tsx';
import { ListRowBody, ListRowFrame } from '../../ui/list-row.tsx';
import { isNameTaken, truncateName } from './router-name.ts';

/** A router's name, editable. product.md §4 */
export function DeviceName({ device, others }: { device: Device; others: readonly Device[] }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<TextKey | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const editing = typed !== null;
  const wasEditing = useRef(false);

  useEffect(() => {
    if (editing) field.current?.select();
    else if (wasEditing.current) pencil.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const close = () => {
    setTyped(null);
    setError(null);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const name = (typed ?? '').trim();
    if (name === device.name) return close();
    const taken = isNameTaken(
      name,
      others.map((other) => other.name),
    );
    const problem = name === '' ? 'routers.nameEmpty' : taken ? 'routers.nameTaken' : null;
    setError(problem);
    if (problem) return field.current?.focus();
    setSaving(true);
    const isSameSession = rememberSession();
    try {
      await renameRouter(device.id, name);
      if (isSameSession()) showToast('ok', 'toast.deviceRenamed');
      close();
    } catch {
      if (isSameSession()) showToast('bad', 'toast.deviceRenameFailed');
      setError('toast.deviceRenameFailed');
    } finally {
      setSaving(false);
    }
  };
  if (!editing) {
    return (
      <Card flush>
        <ListRowFrame>
          <Glyph>
            <RouterIcon />
          </Glyph>
          <ListRowBody>
            <p className="small muted">{t('routers.deviceName')}</p>
            <p className="list-row__title">{device.name}</p>
          </ListRowBody>
          <Button
            ref={pencil}
            variant="quiet"
            size="icon"
            className="no-print"
            aria-label={t('routers.editName')}
            onClick={() => setTyped(device.name)}
          >
            <PencilIcon size="sm" />
          </Button>
        </ListRowFrame>
      </Card>
    );
  }
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !saving) close();
  };
  return (
    <Card>
      <form className="stack gap-4" noValidate onSubmit={save} onKeyDown={cancelByKey}>
        <TextField
          ref={field}
          label={t('routers.deviceName')}
          name="router-name"
          autoComplete="off"
          value={typed}
          readOnly={saving}
          error={error && t(error)}
          quietError={error === 'toast.deviceRenameFailed'}
          onChange={({ target }) => {
            setTyped(truncateName(target.value));
            setError(null);
          }}
        />
        <div className="btn-row">
          <Button onClick={close} aria-disabled={saving}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={saving}>
            {t(saving ? 'routers.saving' : 'routers.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

async function renameRouter(deviceId: string, name: string): Promise<void> {
  await runRepeatableWrite(
    () => write(calls.renameDevice, { device_id: deviceId, name }),
    ({ devices }) => devices.some((device) => device.id === deviceId && device.name === name),
  );
  await updateCache(calls.profile, ({ profile }) => ({
    profile: {
      ...profile,
      devices: profile.devices.map((device) => (device.id === deviceId ? { ...device, name } : device)),
    },
  }));
  void refresh(calls.profile);
}
