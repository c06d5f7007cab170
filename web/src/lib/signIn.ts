/** Signing in on other devices: codes, passkeys and the list of devices. A chunk of its own: few pages need it. */
import { ask, type Challenge, type Device, type Neighbour, type Passkey, type Player } from "./api";
import { fromBase64Url, toBase64Url } from "./base64Url";
import { Refused } from "./refused";

/** A code for another device, and until when it is valid. */
export const makeCode = () => ask<{ code: string; until: number }>("POST", "/api/me/code");
export const revokeCode = () => ask<void>("DELETE", "/api/me/code");
export const devices = () => ask<Device[]>("GET", "/api/me/devices");
export const signOut = (device: string) => ask<void>("DELETE", `/api/me/devices/${device}`);
export const passkeys = () => ask<Passkey[]>("GET", "/api/me/passkeys");
export const removePasskey = (id: string) => ask<void>("DELETE", `/api/me/passkeys/${id}`);
export const blockedPlayers = () => ask<Neighbour[]>("GET", "/api/me/blocks");

/** Whether this browser can use passkeys at this address: domains only, and only where nobody can listen in. */
export const canUsePasskeys = () =>
  isSecureContext && "PublicKeyCredential" in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);

/** A code as people read it, in two halves. */
export const inHalves = (code: string) => `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`;

/** What the browser answers; the error of a person who cancels is one of ours. */
async function answerOf(request: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return (await request) as PublicKeyCredential;
  } catch {
    throw new Refused("no_passkey", {}, null, null, "");
  }
}

const written = (bytes: ArrayBuffer) => toBase64Url(new Uint8Array(bytes));

/** Have the browser make a passkey for a player, and add it. Returns all passkeys. */
export async function addPasskey({ id, name }: Pick<Player, "id" | "name">): Promise<Passkey[]> {
  const asked = await ask<Challenge>("POST", "/api/me/passkeys/challenge");
  const made = await answerOf(
    navigator.credentials.create({
      publicKey: {
        challenge: fromBase64Url(asked.challenge),
        rp: { id: asked.domain, name: asked.site },
        user: { id: new TextEncoder().encode(id), name, displayName: name },
        pubKeyCredParams: asked.algorithms.map((alg) => ({ type: "public-key", alg })),
        excludeCredentials: asked.known.map((key) => ({ type: "public-key", id: fromBase64Url(key) })),
        authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return ask<Passkey[]>("POST", "/api/me/passkeys", {
    id: made.id,
    client_data: written(response.clientDataJSON),
    attestation: written(response.attestationObject),
  });
}

/** Sign in with a passkey that the person picks. */
export async function usePasskey(): Promise<Player> {
  const asked = await ask<Challenge>("POST", "/api/passkeys/challenge");
  const proof = await answerOf(
    navigator.credentials.get({
      publicKey: { challenge: fromBase64Url(asked.challenge), rpId: asked.domain, userVerification: "preferred" },
    }),
  );
  const response = proof.response as AuthenticatorAssertionResponse;
  return ask<Player>("POST", "/api/passkeys", {
    id: proof.id,
    client_data: written(response.clientDataJSON),
    authenticator_data: written(response.authenticatorData),
    signature: written(response.signature),
  });
}
