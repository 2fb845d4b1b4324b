import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { showToasts } from '../lib/notify.ts';
import { letFocusPass } from './toast-focus.ts';
import './toaster.css';

/** Where toasts appear: top-right, at most 20, each for 4 seconds by default (product E12, E13). */
export default function Toaster() {
  useEffect(
    () =>
      showToasts(
        ({ kind, text, duration = 4000 }) => void toast[kind](text, { id: text, duration }),
      ),
    [],
  );
  useEffect(letFocusPass, []);
  return (
    <Sonner
      position="top-right"
      visibleToasts={20}
      expand
      richColors
      closeButton
      theme="light"
      containerAriaLabel="Notifications"
    />
  );
}
