/** Slow games: holidays and standing invitations. A chunk of its own: few pages need it. */
import { ask, type TableInfo } from "./api";
import type { components } from "./protocol";

export type Holiday = components["schemas"]["HolidayInfo"];
export type Invitation = components["schemas"]["InvitationInfo"];
export type NewInvitation = Required<components["schemas"]["NewInvitation"]>;

export const readHoliday = () => ask<Holiday>("GET", "/api/me/holiday");
export const goOnHoliday = (days: number) => ask<Holiday>("PUT", "/api/me/holiday", { days });
export const endHoliday = () => ask<Holiday>("DELETE", "/api/me/holiday");

const path = (id: string) => `/api/invitations/${encodeURIComponent(id)}`;
export const ownInvitations = () => ask<Invitation[]>("GET", "/api/me/invitations");
export const invitations = () => ask<Invitation[]>("GET", "/api/invitations");
export const readInvitation = (id: string) => ask<Invitation>("GET", path(id));
export const invite = (offer: NewInvitation) => ask<Invitation>("POST", "/api/invitations", offer);
export const withdraw = (id: string) => ask<void>("DELETE", path(id));
export const acceptInvitation = (id: string) => ask<TableInfo>("POST", `${path(id)}/accept`);
