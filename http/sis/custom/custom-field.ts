import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { CUSTOM_PARTS, customFieldOf, isText } from '../../../core/custom/definition'
import { CUSTOM_LIMITS } from '../../../core/custom/kinds'
import { customFieldFields } from '../../../core/fields/sis/custom-field'
import { type Ctx, rowsOf } from '../../platform/context'
import { isExtensible } from '../../platform/custom/definitions'
import { parseCustom } from '../../platform/custom/values'
import { tableName } from '../../platform/engine/columns'
import { inCompanies } from '../../platform/in-companies'
import { badRequest } from '../../platform/errors'
import {
  allResources,
  changes,
  type Draft,
  refuseRows,
  type Resource,
  resource,
  type Row,
} from '../../platform/resource'
import { announceRights } from '../../platform/session'
import { queueGone, queueIndexes } from './index-job'

/** Fields that companies have of their own on a resource (N3-056): what stands in them lies in the records. */
export const customField = resource({
  name: 'custom_field',
  paths: ['sis/custom_field'],
  title: 'Campo personalizado',
  right: 'custom_field',
  adminOnly: true,
  company: 'optional',
  fields: customFieldFields,
  search: ['label', 'key'],
  display: ['label', 'alias', 'key'],
  indexes: [['alias', 'order']],
  defaultOrder: 'order',
  hooks: {
    prepare: async (ctx, drafts) => {
      refuseRows(drafts, faultsOf)
      for (const draft of drafts) {
        await assertFree(ctx, draft)
        await assertSearchable(ctx, draft)
      }
    },
    after: async (ctx, records) => {
      await queueIndexes(ctx, records)
      await announceRights(ctx.db)
    },
    remove: async (ctx, record) => {
      await assertEmpty(ctx, record)
      await queueGone(ctx, record)
      await announceRights(ctx.db)
    },
  },
})

/** The resource that companies may give fields to, by its name. */
export const extensibleNamed = (alias: unknown): Resource | undefined =>
  allResources().find((one) => one.name === alias && isExtensible(one))

const PARTS = Object.entries(CUSTOM_PARTS)

/** What a definition says wrongly, by field. */
function faultsOf(draft: Draft): Readonly<Record<string, string>> | undefined {
  const { before, values } = draft
  const faults: Record<string, string> = {}
  for (const [name, { schema, fault }] of PARTS)
    if (values[name] !== undefined && values[name] !== null && !v.is(schema, values[name])) faults[name] = fault
  for (const name of ['alias', 'key', 'type', 'empresa_id'])
    if (before && changes(draft, name)) faults[name] = 'Não muda depois de criado: crie outro campo.'
  if ({ ...before, ...values }.buscado === true && !isText({ ...before, ...values }.type))
    faults.buscado = 'A busca olha textos: só um campo de texto pode estar nela.'
  if (Object.keys(faults).length > 0) return faults
  return partsMissing(before, { ...before, ...values })
}

/** What a field of its kind cannot be without. */
function partsMissing(before: Row | undefined, now: Row): Readonly<Record<string, string>> | undefined {
  const definition = customFieldOf({ ...DEFAULTS, ...without(now), id: Number(before?.id ?? 0) })
  const { type, options, columns, ui, padrao } = definition
  if ((type === 'select' || type === 'tags') && options.length === 0) return { options: 'Informe ao menos uma opção.' }
  if (type === 'autocomplete' && options.length === 0 && ui.autocomplete === undefined)
    return { ui: 'Informe o cadastro em que a busca procura, ou as opções.' }
  if (ui.autocomplete !== undefined && !allResources().some(({ name }) => name === ui.autocomplete))
    return { ui: 'Não há este cadastro.' }
  if (type === 'repeater' && columns.length === 0) return { columns: 'Informe ao menos uma coluna.' }
  if (padrao === null) return undefined
  if (type === 'repeater' || type === 'tags') return { padrao: 'Um campo deste tipo não tem valor inicial.' }
  const parsed = parseCustom(definition, padrao)
  return 'error' in parsed ? { padrao: parsed.error } : undefined
}

const DEFAULTS = { required: false, order: 0, padrao: null }

const without = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))

/** A key names one field of its resource for whoever works with it; a resource has so many at most. Throws 422. */
async function assertFree(ctx: Ctx, { before, values }: Draft): Promise<void> {
  if (before) return
  const { alias, key, empresa_id = null } = values
  const rows = await rowsOf(
    ctx,
    sql`select key from custom_field where alias = ${String(alias)}
        and (empresa_id is null or ${empresa_id}::int is null or empresa_id = ${empresa_id}::int)`,
  )
  const faults: Record<string, string> = {}
  if (rows.some((row) => row.key === key)) faults.key = 'Já há um campo com esta chave.'
  if (rows.length >= CUSTOM_LIMITS.fields) faults.key = `Um cadastro tem no máximo ${CUSTOM_LIMITS.fields} campos.`
  refuseRows([{ before, values }], () => (Object.keys(faults).length > 0 ? faults : undefined))
}

/** So many fields of a resource are looked into by a search, for whoever works with it. Throws 422. */
async function assertSearchable(ctx: Ctx, { before, values }: Draft): Promise<void> {
  const { id = 0, alias, empresa_id = null, buscado, ativo } = { ...before, ...values }
  if (buscado !== true || ativo === false) return
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from custom_field where alias = ${String(alias)} and buscado and ativo and id <> ${Number(id)}
        and (empresa_id is null or ${empresa_id}::int is null or empresa_id = ${empresa_id}::int)`,
  )
  refuseRows([{ before, values }], () =>
    Number(row?.n) >= CUSTOM_LIMITS.searched
      ? { buscado: `Um cadastro tem no máximo ${CUSTOM_LIMITS.searched} campos na busca.` }
      : undefined,
  )
}

/** A field whose values some record holds is not deleted: taken out of use, they are kept. Throws 400 `in_use`. */
async function assertEmpty(ctx: Ctx, { id, alias }: Row): Promise<void> {
  const of = extensibleNamed(alias)
  if (!of) return
  const [row] = await inCompanies(ctx, 'all', (all) =>
    rowsOf(all, sql`select 1 from ${tableName(of)} where extra ? ${String(id)} limit 1`),
  )
  if (row)
    throw badRequest(
      'Há registros com este campo preenchido: tire o campo de uso, e os valores ficam guardados.',
      'in_use',
    )
}
