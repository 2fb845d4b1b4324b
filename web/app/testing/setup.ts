import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { startApi, stopApi } from './api.ts';
import { closePage } from './open.tsx';
import { setWidth } from './screen.ts';

configure({
  asyncUtilTimeout: 30_000,
  // The page as it stands fills screens; `debug()` shows it where that helps.
  getElementError: (message) => new Error(message ?? ''),
});

beforeEach(() => {
  startApi();
  setWidth(1280);
});

// The files share their modules, so each test leaves them as it found them.
afterEach(async () => {
  closePage();
  vi.useRealTimers();
  toast.dismiss();
  await new Promise(requestAnimationFrame);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  expect(stopApi(), 'calls that the test has not stubbed').toEqual([]);
});
