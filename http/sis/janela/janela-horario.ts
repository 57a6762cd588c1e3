import { janelaHorarioFields } from '../../../core/fields/sis/janela-horario'
import { sql } from 'drizzle-orm'
import { checkWeek, type WeekWindow } from '../../../core/week/week'
import { CoreError } from '../../../core/errors'
import type { Ctx } from '../../platform/context'
import { checkedValues, objectOf } from '../../platform/engine/save'
import { belongingsOf, belongs, deleteRows, find, insertMany } from '../../platform/engine/write'
import { invalid } from '../../platform/errors'
import { f, type Fields } from '../../../core/fields/field'
import {
  allResources,
  type ComputedColumn,
  type Draft,
  type Resource,
  resource,
  type ResourceOptions,
  type Row,
} from '../../platform/resource'
import { memberOf } from '../../platform/engine/query'
import { assertMay, may } from '../../platform/rights'

/**
 * Stretches of the week in which a record can be reached: a vehicle runs, a customer receives. A day with windows of its own does not
 * take the record's general hours. Every window is of one record of any resource, and follows the rights on it.
 */
export const janelaHorario = resource({
  name: 'janela_horario',
  paths: ['sis/janela_horario'],
  title: 'Janela de horário',
  right: 'janela_horario',
  open: true,
  company: 'optional',
  fields: janelaHorarioFields,
  search: ['model_type'],
  display: ['dia_semana', 'hora_inicio', 'hora_fim'],
  indexes: [['model_type', 'model_id']],
  /** The hours of a company are there for its own users, as it is. */
  visible: (ctx) => sql`(t.model_type <> 'empresa' or ${memberOf(ctx, sql`t.model_id`)})`,
  hooks: {
    prepare: async (ctx, drafts) => {
      for (const draft of drafts) await placeWindow(ctx, draft)
    },
    present: async (ctx, { model_type, model_id }) => {
      const of = modelNamed(model_type)
      const record = of && may(ctx, of, 'read') ? await find(ctx, of, Number(model_id)) : undefined
      const shown = of && record ? of.display.map((name) => [name, record[name] ?? null] as const) : []
      return { model: { id: model_id, ...Object.fromEntries(shown) } }
    },
    remove: (ctx, { model_type }) => {
      const of = modelNamed(model_type)
      if (of) assertMay(ctx, of, 'edit')
    },
  },
})

const modelNamed = (name: unknown): Resource | undefined =>
  allResources().find((one) => one.name === name && one !== janelaHorario)

/** The record that windows are of, when the caller may change it. Throws 403, 422. */
async function modelOf(
  ctx: Ctx,
  { model_type, model_id }: Row,
): Promise<{ readonly of: Resource; readonly record: Row }> {
  const of = modelNamed(model_type)
  if (!of) throw invalid({ model_type: ['Recurso desconhecido.'] })
  assertMay(ctx, of, 'edit')
  const record = await find(ctx, of, Number(model_id), { lock: true })
  if (!record) throw invalid({ model_id: ['Selecione um registro válido.'] })
  return { of, record }
}

const ownerOf = (of: Resource, record: Row): unknown => (of.company === 'none' ? null : (record.empresa_id ?? null))

async function placeWindow(ctx: Ctx, { before, values }: Draft): Promise<void> {
  const now = { ...before, ...values }
  const { of, record } = await modelOf(ctx, now)
  values.empresa_id = ownerOf(of, record)
  const others = await belongingsOf(ctx, janelaHorario, of.name, [Number(now.model_id)])
  assertWeek([...others.filter(({ id }) => id !== before?.id), windowOf(now)])
}

const windowOf = (row: Row): WeekWindow => ({
  dia_semana: Number(row.dia_semana),
  hora_inicio: String(row.hora_inicio),
  hora_fim: String(row.hora_fim),
})

function assertWeek(windows: readonly WeekWindow[]): void {
  try {
    checkWeek(windows)
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    throw invalid({ hora_inicio: [error.message] })
  }
}

const MOST = 70

/** Makes the list the whole week of a record that the caller may change. Throws 403, 422. */
export async function setWeek(ctx: Ctx, model: Row, list: unknown): Promise<void> {
  const { of, record } = await modelOf(ctx, model)
  if (!Array.isArray(list) || list.length > MOST)
    throw invalid({ janelas: [`Informe uma lista de até ${MOST} janelas.`] })
  const place = { model_type: of.name, model_id: Number(record.id) }
  const wanted = list.map((one) => checkedValues(janelaHorario, { ...objectOf(one), ...place }, true))
  assertWeek(wanted.map(windowOf))
  const [stored, key] = [
    await belongingsOf(ctx, janelaHorario, of.name, [place.model_id]),
    (row: Row) => Object.values(windowOf(row)).join(),
  ]
  const [had, has] = [new Set(stored.map(key)), new Set(wanted.map(key))]
  await deleteRows(
    ctx,
    janelaHorario,
    stored.filter((row) => !has.has(key(row))),
  )
  await insertMany(
    ctx,
    janelaHorario,
    wanted.filter((row) => !had.has(key(row))).map((row) => ({ ...row, empresa_id: ownerOf(of, record) })),
  )
}

/** What a record's week is called among its values. */
const LIST = 'janela_horario_list'

/**
 * A resource whose records keep the hours of a week: they are shown and written with each as `janela_horario_list`, by whoever may change it.
 * `WeekField` is their form.
 */
export function withWeek<const F extends Fields>(options: ResourceOptions<F>): Omit<ResourceOptions<F>, 'life'> {
  const { name, computed, hooks } = options
  return {
    ...options,
    computed: { ...computed, [LIST]: weekOf(name) },
    hooks: {
      ...hooks,
      after: async (ctx, records, parent, input) => {
        await hooks?.after?.(ctx, records, parent, input)
        const [record] = records
        const list = input?.[LIST] ?? null
        if (record && list !== null) await setWeek(ctx, { model_type: name, model_id: record.id }, list)
      },
    },
  }
}

const weekOf = (name: string): ComputedColumn => ({
  meta: f.json('Horários na semana').computed().meta,
  sql: () => sql`(
    select coalesce(json_agg(json_build_object('dia_semana', j.dia_semana, 'hora_inicio', j.hora_inicio, 'hora_fim', j.hora_fim)
      order by j.dia_semana, j.hora_inicio), '[]')
    from janela_horario j where j.model_type = ${name} and j.model_id = t.id)`,
})

belongs(janelaHorario, { type: 'model_type', id: 'model_id' })
