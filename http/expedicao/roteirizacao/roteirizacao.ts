import {
  roteirizacaoComputed,
  roteirizacaoEntregaFields,
  roteirizacaoFields,
  roteirizacaoVeiculoFields,
} from '../../../core/fields/expedicao/roteirizacao'
import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { readHour } from '../../../core/week/week'
import type { Ctx } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { loadWhere } from '../../platform/engine/write'
import { roteirizacaoLife } from '../../../core/lifecycle/roteirizacao'
import { effects } from '../../documents/steps'
import { f } from '../../../core/fields/field'
import { idList } from '../../platform/inputs'
import { type ComputedColumn, type Draft, resource, resourceNamed, type Row } from '../../platform/resource'
import { faultTexts, loadFaults, loadTold } from '../posicao/unknown-loads'
import { planOf } from './plan-store'
import { recompute } from './recompute'
import { assertIdle } from './running'

/** A day's deliveries planned into routes (N3-001): a scenario, which may be calculated again and again until its routes are generated. */
export const roteirizacao = resource({
  name: 'roteirizacao',
  paths: ['expedicao/roteirizacao'],
  title: 'Roteirização',
  right: 'roteirizacao',
  company: 'own',
  fields: roteirizacaoFields,
  life: roteirizacaoLife,
  idle: assertIdle,
  search: ['descricao'],
  display: ['descricao', 'dRota'],
  indexes: [['empresa_id', 'dRota']],
  computed: {
    entregas_total: counted('entregas_total', sql`roteirizacao_entrega l where l.roteirizacao_id = t.id`),
    veiculos_total: counted('veiculos_total', sql`roteirizacao_veiculo l where l.roteirizacao_id = t.id`),
    fora_total: counted(
      'fora_total',
      sql`roteirizacao_entrega l where l.roteirizacao_id = t.id and l.veiculo_id is null and t."dhCalculo" is not null`,
    ),
  },
  beside: {
    solution: f
      .json('Rotas', { doc: 'O último cálculo: rotas com seus passos, e as entregas de fora com o motivo' })
      .computed(),
    faltas: f
      .json('Cargas incompletas', { doc: 'Lista de textos: as vendas sem peso ou volumes, onde há limite' })
      .computed(),
  },
  hooks: {
    prepare: (_ctx, drafts) => drafts.forEach(checkPlan),
    after: async (ctx, records) => {
      for (const record of records) await followPlan(ctx, record)
    },
    present: solutionOf,
  },
})

effects(roteirizacao, {
  gerar_rotas: {
    title: 'a geração das rotas',
    date: 'dhGeracao',
    makes: { rota: { cancelled: 'reopens', deleted: 'reopens', undone: 'cancels' } },
  },
})

/** How many lines a plan has, as lists show it. */
function counted(name: keyof typeof roteirizacaoComputed, from: SQL): ComputedColumn {
  return { meta: roteirizacaoComputed[name].meta, sql: () => sql`(select count(*)::int from ${from})` }
}

/** What changes in a calculated plan (hours, vehicles) changes its routes: a vehicle that left leaves its deliveries outside, the rest is timed anew. */
async function followPlan(ctx: Ctx, record: Row): Promise<void> {
  if (record.dhCalculo === null || record.dhCalculo === undefined) return
  await ctx.db.execute(
    sql`update roteirizacao_entrega e set veiculo_id = null, ordem = null, fixada = false
        where e.roteirizacao_id = ${record.id} and e.veiculo_id is not null
          and not exists (select 1 from roteirizacao_veiculo l where l.roteirizacao_id = ${record.id} and l.veiculo_id = e.veiculo_id)`,
  )
  await recompute(ctx, Number(record.id))
}

/** What the last calculation came to, from a table of its own: lists never read it; and which loads are not known. */
async function solutionOf(ctx: Ctx, record: Row): Promise<Row> {
  const faltas = faultTexts(await loadFaults(ctx, 'roteirizacao', Number(record.id)))
  return { solution: (await planOf(ctx, Number(record.id))) ?? null, faltas }
}

function checkPlan({ before, values }: Draft): void {
  const { inicio_jornada, fim_jornada, lon, lat } = { ...before, ...values }
  if (String(fim_jornada ?? '18:00') <= String(inicio_jornada ?? '08:00'))
    throw invalid({ fim_jornada: ['O fim da jornada vem depois do início.'] })
  if (((lon ?? null) === null) !== ((lat ?? null) === null))
    throw invalid({ [lon === null || lon === undefined ? 'lon' : 'lat']: ['Informe a longitude e a latitude.'] })
}

/** A vehicle of a plan. What is left empty is taken from the vehicle's own register. */
export const roteirizacaoVeiculo = resource({
  name: 'roteirizacao_veiculo',
  paths: ['expedicao/roteirizacao_veiculo'],
  title: 'Veículo da roteirização',
  right: 'roteirizacao',
  company: 'own',
  fields: roteirizacaoVeiculoFields,
  search: [],
  display: ['veiculo_id'],
  unique: [['roteirizacao_id', 'veiculo_id']],
  parent: { resource: 'roteirizacao', field: 'roteirizacao_id', list: 'veiculo_list' },
  hooks: {
    after: async (ctx, _records, parent) => {
      if (parent) await followPlan(ctx, parent)
    },
  },
})

/** A delivery of a plan: a sale, where it goes and when, and which vehicle brings it (N3-002). */
export const roteirizacaoEntrega = resource({
  name: 'roteirizacao_entrega',
  paths: ['expedicao/roteirizacao_entrega'],
  title: 'Entrega da roteirização',
  right: 'roteirizacao',
  company: 'own',
  fields: roteirizacaoEntregaFields,
  search: ['xNome', 'xBairro', 'xMun'],
  display: ['xNome', 'venda_id'],
  unique: [['roteirizacao_id', 'venda_id']],
  parent: { resource: 'roteirizacao', field: 'roteirizacao_id', list: 'entregas' },
  computed: {
    entrega: {
      meta: { kind: 'json', label: 'Entrega', required: false, computed: true, secret: false },
      sql: () => sql`json_build_object('id', t.venda_id)`,
    },
  },
  hooks: {
    prepare: async (ctx, drafts) => {
      drafts.forEach(checkWindows)
      drafts.forEach(loadTold)
      await checkNeeds(ctx, drafts)
    },
    after: async (ctx, _records, parent) => {
      if (parent?.dhCalculo) await recompute(ctx, Number(parent.id))
    },
  },
})

/** Windows are pairs of hours, in order. */
function checkWindows({ values }: Draft): void {
  const { janelas } = values
  if (janelas === undefined || janelas === null) return
  const list: readonly unknown[] = Array.isArray(janelas) ? janelas : [null]
  const read = list.map((one) =>
    Array.isArray(one) && one.length === 2 ? one.map((end) => readHour(String(end))) : [],
  )
  const wrong = list.length > 10 || read.some(([from, to]) => from === undefined || to === undefined || to <= from)
  if (wrong) throw invalid({ janelas: ['Informe horários como [["08:00", "12:00"]], o fim depois do início.'] })
  values.janelas = read
}

const needList = v.pipe(idList, v.maxLength(20))

/** What deliveries ask of vehicles are particularities that are kept. Throws 422. */
async function checkNeeds(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const all = new Set<number>()
  for (const { values } of drafts) {
    if (values.particularidades === undefined || values.particularidades === null) continue
    const list = v.safeParse(needList, values.particularidades)
    if (!list.success) throw wrongNeeds()
    const ids = [...new Set(list.output)].toSorted((a, b) => a - b)
    values.particularidades = ids.length === 0 ? null : ids
    for (const id of ids) all.add(id)
  }
  if (all.size === 0) return
  const known = await loadWhere(ctx, resourceNamed('veiculo_particularidade'), 'id', [...all])
  if (known.length < all.size) throw wrongNeeds()
}

const wrongNeeds = () => invalid({ particularidades: ['Selecione particularidades de veículo.'] })
