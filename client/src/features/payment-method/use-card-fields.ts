import { useEffect, useRef, useState } from 'react';
import {
  type CardFields,
  type FieldName,
  type FieldState,
  fieldNames,
  forgetStripe,
  type StripePayments,
} from './stripe-payments.ts';

// A blocked frame reports nothing.
const readyTimeoutMs = 15_000;

const untouched: FieldState = { complete: false, invalid: false };

/**
 * Mounts the provider's three fields in the form. The focus advances when a field is complete. The first field does not
 * take the focus: WebKit refuses it in a frame that the user has not touched, and keys would be lost.
 */
export function useCardFields(payments: StripePayments, onBlocked: () => void) {
  const fields = useRef<CardFields>(null);
  const places = useRef<Partial<Record<FieldName, HTMLElement | null>>>({});
  const [states, setStates] = useState<Readonly<Record<FieldName, FieldState>>>({
    number: untouched,
    expiry: untouched,
    cvc: untouched,
  });
  useEffect(() => {
    const created = tryToCreate(payments);
    fields.current = created;
    if (created === null) return onBlocked();
    const timer = setTimeout(onBlocked, readyTimeoutMs);
    const waiting = new Set<FieldName>(fieldNames);
    for (const name of fieldNames) {
      const place = places.current[name];
      if (place) created.mount(name, place);
      created.onReady(name, () => {
        waiting.delete(name);
        if (waiting.size === 0) clearTimeout(timer);
      });
    }
    created.onChange((name, state) => {
      setStates((before) => ({ ...before, [name]: state }));
      const next = fieldNames[fieldNames.indexOf(name) + 1];
      if (state.complete && next) created.focus(next);
    });
    // Dispatches the dialog's own event, which decides whether it may close.
    created.onEscape(() => {
      places.current.number?.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
    });
    return () => {
      clearTimeout(timer);
      created.destroy();
    };
  }, [payments, onBlocked]);

  return {
    fields,
    states,
    firstIncomplete: fieldNames.find((name) => !states[name].complete) ?? null,
    place: (name: FieldName) => (element: HTMLElement | null) => {
      places.current[name] = element;
    },
  };
}

/** Null if the provider's script is incomplete. */
function tryToCreate(payments: StripePayments): CardFields | null {
  try {
    return payments.createCardFields(readColors());
  } catch {
    forgetStripe();
    return null;
  }
}

/** Resolved colors: the frames cannot read this page's custom properties. */
function readColors() {
  const probe = document.body.appendChild(document.createElement('span'));
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = { text: read('--c-text'), muted: read('--c-text-muted'), invalid: read('--c-danger-text') };
  probe.remove();
  return colors;
}
