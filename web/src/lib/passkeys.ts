/** Making and using passkeys (WebAuthn), which the server checks. */

import { api } from './api';
import { entered } from './person.svelte';
import type { PasskeyInfo } from './wire';

/** Whether this browser can make and use passkeys on this page. */
export const able = (): boolean =>
  isSecureContext &&
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential;

interface Site {
  rpId?: string;
  rp?: { id?: string };
}

/** The options from the server, if they are for the site of this page. */
function ours<T>(text: string): T {
  const found = JSON.parse(text) as T & Site;
  const site = found.rpId ?? found.rp?.id ?? '';
  if (location.hostname !== site) throw new Error(`Passkeys of this server work at ${site} only.`);
  return found;
}

/** What the browser says when the person cancels, as a sentence. */
function canceled(error: unknown): never {
  if (error instanceof DOMException)
    throw new Error(
      error.name === 'InvalidStateError' ? 'This device has a passkey for you already.' : 'No passkey was used.',
    );
  throw error;
}

/** Make a passkey on this device and add it to the person who is signed in. */
export async function addPasskey(name: string): Promise<PasskeyInfo[]> {
  const { options } = await api.passkeyOptions();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    ours<PublicKeyCredentialCreationOptionsJSON>(options),
  );
  const made = (await navigator.credentials.create({ publicKey }).catch(canceled)) as PublicKeyCredential;
  return api.addPasskey(JSON.stringify(made.toJSON()), name);
}

/** Sign in with a passkey of this device. */
export async function enterByPasskey(): Promise<void> {
  const { options } = await api.entryOptions();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    ours<PublicKeyCredentialRequestOptionsJSON>(options),
  );
  const used = (await navigator.credentials.get({ publicKey }).catch(canceled)) as PublicKeyCredential;
  entered(await api.enterByPasskey(JSON.stringify(used.toJSON())));
}
