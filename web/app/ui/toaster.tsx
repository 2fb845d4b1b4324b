import { Toaster as Sonner } from 'sonner';

/** Where toasts appear: top-right, at most 20, each for 4 seconds unless told (spec section 9). */
export function Toaster() {
  return (
    <Sonner
      position="top-right"
      visibleToasts={20}
      expand
      richColors
      closeButton
      theme="light"
      toastOptions={{ duration: 4000 }}
      containerAriaLabel="Notifications"
    />
  );
}
