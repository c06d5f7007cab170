/** Notices when no page is open: where the person gets them. A chunk of its own: few pages need it. */
import { reader } from "../i18n/i18n.svelte";
import { ask, type Notices, tablePath } from "./api";
import { fromBase64Url, toBase64Url } from "./base64Url";
import { Refused } from "./refused";

export const notices = () => ask<Notices>("GET", "/api/me/notices");
export const removeChannel = (id: string) => ask<void>("DELETE", `/api/me/notices/${id}`);
export const addMail = (address: string) =>
  ask<void>("POST", "/api/me/notices/mail", { address, language: reader.language });
export const addWebhook = (address: string) =>
  ask<{ secret: string }>("POST", "/api/me/notices/webhook", { address, language: reader.language });
/** Get notices about a table, or none. */
export const chooseTable = (table: string, wanted: boolean) =>
  ask<void>("PUT", `${tablePath(table)}/notices`, { wanted });
/** Do what a link of an e-mail is for: `stop` notices, or `confirm` an address. */
export const useLink = (purpose: string, token: string) => ask<void>("POST", `/${purpose}/${token}`);

/** Whether this browser can show notices of a closed page: it needs the service worker. */
export const canPush = () => isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

const keyOf = (subscription: PushSubscription, name: PushEncryptionKeyName) =>
  toBase64Url(new Uint8Array(subscription.getKey(name)!));

/** The subscription of this browser with a server's key; an older one with another key doesn't count. */
async function subscribe(serverKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = fromBase64Url(serverKey);
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  }
}

/** Get notices in this browser. */
export async function addPush(serverKey: string) {
  if ((await Notification.requestPermission()) !== "granted") throw new Refused("push_denied", {}, null, null, "");
  let subscription: PushSubscription;
  try {
    subscription = await subscribe(serverKey);
  } catch {
    throw new Refused("push_failed", {}, null, null, "");
  }
  await ask<void>("POST", "/api/me/notices/push", {
    endpoint: subscription.endpoint,
    key: keyOf(subscription, "p256dh"),
    secret: keyOf(subscription, "auth"),
    language: reader.language,
  });
}

/** Get no more notices in this browser. */
export async function removePush(channel: string) {
  await removeChannel(channel);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}
