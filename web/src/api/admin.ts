/** The host's tools of the server. */
import type {
  AdminHome,
  AdminTables,
  AuditLog,
  ConnectedPerson,
  FoundPerson,
  MaintenanceBody,
  NameBody,
  RecoveryCodes,
  Report,
  ReportList,
  RuledName,
  Sanction,
  SanctionBody,
  SecondFactor,
  ServerUsage,
  TableSummary,
} from "./messages";
import { request } from "./http";

const before = (at: number | undefined): string => (at === undefined ? "" : `&before=${at}`);

export const home = (): Promise<AdminHome> => request("/api/admin");
export const beginSecondFactor = (password: string): Promise<SecondFactor> =>
  request("/api/admin/second-factor", { password });
export const firstCode = (code: string): Promise<RecoveryCodes> => request("/api/admin/second-factor/first", { code });
export const confirmCode = (code: string): Promise<void> => request("/api/admin/second-factor/code", { code });
export const usage = (): Promise<ServerUsage> => request("/api/admin/usage");
export const setMessage = (text: string, hours: number): Promise<void> =>
  request("/api/admin/message", { text, hours });
export const setMaintenance = (mode: MaintenanceBody["mode"]): Promise<void> =>
  request("/api/admin/maintenance", { mode });
export const tables = (status: TableSummary["status"], at?: number): Promise<AdminTables> =>
  request(`/api/admin/tables?status=${status}${before(at)}`);
export const archive = (at?: number): Promise<AdminTables> =>
  request(`/api/admin/archive${at === undefined ? "" : `?before=${at}`}`);
export const changeTable = (table: string, how: "close" | "void" | "bring-back", reason: string): Promise<void> =>
  request(`/api/admin/tables/${table}/${how}`, { reason });
export const connected = (): Promise<ConnectedPerson[]> => request("/api/admin/people");
export const find = (name: string): Promise<FoundPerson[]> =>
  request(`/api/admin/people/find?${new URLSearchParams({ name }).toString()}`);
export const endSessions = (person: string, reason: string): Promise<void> =>
  request(`/api/admin/people/${person}/end-sessions`, { reason });
export const sanctions = (): Promise<Sanction[]> => request("/api/admin/sanctions");
export const sanction = (body: SanctionBody): Promise<void> => request("/api/admin/sanctions", body);
export const lift = (id: string): Promise<void> => request(`/api/admin/sanctions/${id}/lift`, {});
export const names = (): Promise<RuledName[]> => request("/api/admin/names");
export const ruleName = (body: NameBody): Promise<void> => request("/api/admin/names", body);
export const freeName = (name: string): Promise<void> => request("/api/admin/names/free", { name });
export const reports = (status: Report["status"], at?: number): Promise<ReportList> =>
  request(`/api/admin/reports?status=${status}${before(at)}`);
export const settle = (id: string, status: Report["status"]): Promise<void> =>
  request(`/api/admin/reports/${id}`, { status });
export const log = (at?: number): Promise<AuditLog> =>
  request(`/api/admin/audit${at === undefined ? "" : `?before=${at}`}`);
