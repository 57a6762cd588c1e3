import { counted } from '../../../core/br/number'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context'
import { storableJson } from '../parse'
import type { Resource, Row } from '../resource'
import { differs, toJson } from './columns'
import { compacted, type FieldChange, storedMould, type Told } from './mould'

/** One entry of the audit trail, before it is stored. */
export interface AuditEntry {
  readonly resource: Resource
  readonly record: Row
  readonly before: Row | undefined
  readonly acao: string
  /** Changes of what is not a column of the record, such as the roles of a user. */
  readonly campos?: readonly FieldChange[]
}

/** Told of every change that is audited, in its transaction. */
export type AuditListener = (ctx: Ctx, entries: readonly AuditEntry[]) => Promise<void>

const listeners: AuditListener[] = []

/** Calls back with every change from now on: for what has to follow from any change, wherever it was made. */
export function afterAudit(listener: AuditListener): void {
  listeners.push(listener)
}

/** The fields that differ between two stored records; secrets are told without their values. */
export function changes(resource: Resource, before: Row | undefined, after: Row | undefined): FieldChange[] {
  return Object.entries(resource.fields).flatMap(([campo, { meta }]) => {
    if (!differs(meta.kind, before?.[campo], after?.[campo])) return []
    const [de, para] = [toJson(meta.kind, before?.[campo]), toJson(meta.kind, after?.[campo])]
    if (meta.format === 'extra') return [{ campo, ...valuesThatDiffer(de, para) }]
    if (meta.large) return [{ campo, ...partsThatDiffer(de, para) }]
    return [meta.secret ? { campo, de: null, para: '(alterado)' } : { campo, de, para }]
  })
}

/** Of the values that companies added, those that differ: null where there was none, or is none any more. */
function valuesThatDiffer(before: unknown, after: unknown): { de: Row; para: Row } {
  const [one, other] = [rowOf(before), rowOf(after)]
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) =>
    differs('json', one[key], other[key]),
  )
  const of = (row: Row) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
  return { de: of(one), para: of(other) }
}

const rowOf = (value: unknown): Row => (typeof value === 'object' && value !== null ? { ...value } : {})

const PARTS_TOLD = 100

/** Of two big lists the parts that differ; only their number when there are many, and nothing but the fact of what is no list. */
function partsThatDiffer(before: unknown, after: unknown): { de: unknown; para: unknown } {
  if (!Array.isArray(before) || !Array.isArray(after)) return { de: null, para: after === null ? null : '(alterado)' }
  const others = (list: readonly unknown[], than: readonly unknown[]) =>
    list.filter((part, at) => JSON.stringify(part) !== JSON.stringify(than[at]))
  const [de, para] = [others(before, after), others(after, before)]
  if (Math.max(de.length, para.length) <= PARTS_TOLD) return { de, para }
  return { de: `(${counted(de.length, 'parte', 'partes')})`, para: `(${counted(para.length, 'parte', 'partes')})` }
}

const toldBy = ({ before, acao }: AuditEntry): Told => (acao === 'delete' ? (before ? '-' : '=') : before ? '=' : '+')

/** Stores audit entries in the caller's transaction, one statement for all of them. Updates that change nothing leave no entry. */
export async function audit(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  await store(ctx, entries)
  for (const listener of listeners) await listener(ctx, entries)
}

async function store(ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  const dh = ctx.clock.now()
  const rows: Row[] = []
  for (const entry of entries) {
    const { resource, record, before, acao, campos: more = [] } = entry
    const campos = [...changes(resource, before, acao === 'delete' ? undefined : record), ...more]
    if (campos.length === 0 && acao === 'update') continue
    const mould = await storedMould(ctx, resource)
    const compacto = mould && compacted(mould, toldBy(entry), campos)
    const parent = resource.parent
    rows.push({
      recurso: resource.name,
      registro_id: record.id,
      pai: parent?.resource ?? null,
      pai_id: parent ? record[parent.field] : null,
      // A column of that name on what all companies share (a user's main company) says nothing of whose the entry is.
      empresa_id: resource.company === 'none' || resource.company === 'member' ? null : (record.empresa_id ?? null),
      user_id: ctx.actor.id || null,
      acao,
      campos: compacto === undefined ? campos : null,
      compacto: compacto ?? null,
      dh,
    })
  }
  if (rows.length === 0) return
  await ctx.db.execute(sql`
    insert into auditoria (recurso, registro_id, pai, pai_id, empresa_id, user_id, acao, campos, compacto, dh)
    select recurso, registro_id, pai, pai_id, empresa_id, user_id, acao, campos, compacto, dh from jsonb_populate_recordset(null::auditoria, ${storableJson(rows)}::jsonb)`)
}
