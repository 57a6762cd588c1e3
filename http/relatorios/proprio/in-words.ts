import { formatDate } from '../../../core/br/date-text'
import type { FieldMeta } from '../../../core/fields/field'
import { showValue } from '../../../core/fields/show'
import type { Ctx } from '../../platform/context'
import { list } from '../../platform/engine/list'
import { type Resource, resourceNamed } from '../../platform/resource'
import { type Compiled, type Definition, filteredField } from './definition'

/** What a report's filters and order are, as people read them over its rows. */

type Told = readonly [label: string, text: string]

/** Values of one condition that are named. */
const NAMED = 10

const labelOf = (resource: Resource, field: string): string => filteredField(resource, field)?.label ?? field

/** Throws as a list does. */
export async function inWords(ctx: Ctx, { resource }: Compiled, { filtros, ordem }: Definition): Promise<Told[]> {
  const told: Told[] = [...searched(resource, filtros?.search ?? '')]
  for (const [field, value] of Object.entries(filtros?.where ?? {}))
    told.push([labelOf(resource, field), await valuesText(ctx, filteredField(resource, field), value)])
  for (const [field, range] of Object.entries(filtros?.between ?? {}))
    told.push([labelOf(resource, field), rangeText(filteredField(resource, field), range)])
  for (const name of Object.keys(filtros?.custom ?? {})) told.push(['Filtro', name])
  if (ordem) told.push(['Ordem', `${labelOf(resource, ordem.field)}${ordem.descending ? ', do maior ao menor' : ''}`])
  return told
}

/** `xNome:ana;parafuso`: what is looked for in a field, and anywhere. */
function searched(resource: Resource, search: string): Told[] {
  return search.split(';').flatMap((part): Told[] => {
    const [, field, text] = /^\s*([A-Za-z_][\w.]*)\s*:(.*)$/s.exec(part) ?? []
    if (field !== undefined && text !== undefined) return [[labelOf(resource, field), `contém “${text.trim()}”`]]
    return part.trim() === '' ? [] : [['Pesquisa', part.trim()]]
  })
}

async function valuesText(ctx: Ctx, meta: FieldMeta | undefined, value: unknown): Promise<string> {
  if (value === null) return 'vazio'
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const shown = values.slice(0, NAMED)
  const texts = meta?.ref === undefined ? shown.map((one) => plain(meta, one)) : await namesOf(ctx, meta.ref, shown)
  return [...texts, ...(values.length > NAMED ? [`e mais ${values.length - NAMED}`] : [])].join(', ')
}

const plain = (meta: FieldMeta | undefined, value: unknown): string => (meta ? showValue(meta, value) : String(value))

/** What records that are referred to are called, as far as the reader sees them; else their numbers. */
async function namesOf(ctx: Ctx, ref: string, ids: readonly unknown[]): Promise<string[]> {
  const to = resourceNamed(ref)
  const where = JSON.stringify({ id: ids })
  const { data } = await list(ctx, to, { where, perPage: String(NAMED) })
  return ids.map((id) => {
    const row = data.find((one) => String(one.id) === String(id))
    const [name] = to.display.flatMap((field) => (row?.[field] ? [String(row[field])] : []))
    return name ?? `nº ${String(id)}`
  })
}

function rangeText(meta: FieldMeta | undefined, range: unknown): string {
  const ends = new Map(typeof range === 'object' && range !== null ? Object.entries(range) : [])
  const [from, to] = [ends.get('ini'), ends.get('fim') ?? ends.get('end')].map((end) => endText(meta, end))
  return from === to ? (from ?? '') : [from && `de ${from}`, to && `até ${to}`].filter(Boolean).join(' ')
}

/** An instant as its day, where it is the first or the last of it. */
function endText(meta: FieldMeta | undefined, end: unknown): string {
  if (end === undefined || end === null || end === '') return ''
  const text = String(end)
  return /^\d{4}-\d{2}-\d{2}( (00:00:00|23:59:59))?$/.test(text) ? formatDate(text) : plain(meta, end)
}
