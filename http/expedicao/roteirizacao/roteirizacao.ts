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
import { empresaId } from '../../../core/fields/kit'
import { type ComputedColumn, type Draft, resource, resourceNamed, type Row } from '../../platform/resource'
import { PLACE_SOURCES } from '../posicao/posicao'
import { planOf } from './plan-store'
import { recompute } from './recompute'
import { assertIdle } from './running'

export const hour = (label: string) =>
  f.text(label, {
    max: 5,
    doc: 'HH:MM',
    normalize: (typed) => {
      const ok = readHour(typed)
      return ok === undefined ? { error: 'Hora inválida: use HH:MM.' } : { ok }
    },
  })

export const degrees = (label: string) => f.decimal(label, 6, { min: -180, max: 180, digits: 9, doc: 'Graus' })

/** A day's deliveries planned into routes (N3-001): a scenario, which may be calculated again and again until its routes are generated. */
export const roteirizacao = resource({
  name: 'roteirizacao',
  paths: ['expedicao/roteirizacao'],
  title: 'Roteirização',
  right: 'roteirizacao',
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    descricao: f.text('Descrição', { max: 80 }),
    dRota: f.date('Dia das entregas').required(),
    inicio_jornada: hour('Início da jornada').default('08:00'),
    fim_jornada: hour('Fim da jornada').default('18:00'),
    serviceTime: f.integer('Minutos por parada', { min: 0, max: 480 }).default(15),
    menor_km: f.boolean('Menor distância').default(false),
    menor_tempo: f.boolean('Menor tempo').default(true),
    menor_custo: f.boolean('Menor custo', { doc: 'Decide sozinho, pelos custos dos veículos' }).default(false),
    reset_solution: f.boolean('Recomeçar do zero', { doc: 'O que está travado fica' }).default(false),
    segundos: f.integer('Segundos de cálculo', { min: 1, max: 300 }).default(10),
    lon: degrees('Longitude da saída'),
    lat: degrees('Latitude da saída'),
    motor: f.text('Calculada por', { max: 20, doc: 'prumo ou vroom' }).computed(),
    avisos: f.json('Avisos', { doc: 'Lista de textos' }).computed(),
    distancia: f.integer('Distância (m)', { min: 0 }).computed(),
    duracao: f.integer('Tempo de viagem (s)', { min: 0 }).computed(),
    custo: f.integer('Custo', { min: 0, doc: 'Centavos com menor_custo; senão segundos' }).computed(),
  },
  life: roteirizacaoLife,
  idle: assertIdle,
  search: ['descricao'],
  display: ['descricao', 'dRota'],
  indexes: [['empresa_id', 'dRota']],
  computed: {
    entregas_total: counted('Entregas', sql`roteirizacao_entrega l where l.roteirizacao_id = t.id`),
    veiculos_total: counted('Veículos', sql`roteirizacao_veiculo l where l.roteirizacao_id = t.id`),
    fora_total: counted(
      'Fora das rotas',
      sql`roteirizacao_entrega l where l.roteirizacao_id = t.id and l.veiculo_id is null and t."dhCalculo" is not null`,
    ),
  },
  beside: {
    solution: f
      .json('Rotas', { doc: 'O último cálculo: rotas com seus passos, e as entregas de fora com o motivo' })
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
function counted(label: string, from: SQL): ComputedColumn {
  return { meta: f.integer(label).computed().meta, sql: () => sql`(select count(*)::int from ${from})` }
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

/** What the last calculation came to, from a table of its own: lists never read it. */
async function solutionOf(ctx: Ctx, record: Row): Promise<Row> {
  return { solution: (await planOf(ctx, Number(record.id))) ?? null }
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
  fields: {
    empresa_id: empresaId(),
    roteirizacao_id: f.ref('Roteirização', 'roteirizacao').required(),
    veiculo_id: f.ref('Veículo', 'veiculo').required(),
    inicio: hour('Sai a partir das'),
    fim: hour('Volta até as'),
    capacidade_kg: f.decimal('Capacidade (kg)', 3, { min: 0, max: 1_000_000 }),
    capacidade_volumes: f.integer('Capacidade (volumes)', { min: 0, max: 1_000_000 }),
    max_paradas: f.integer('Máximo de paradas', { min: 1, max: 1000 }),
    max_km: f.decimal('Máximo de km', 1, { min: 0.1, max: 5000 }),
    vCustoFixo: f.money('Custo por saída', { min: 0 }),
    vCustoHora: f.money('Custo por hora', { min: 0 }),
    vCustoKm: f.money('Custo por km', { min: 0 }),
  },
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
  fields: {
    empresa_id: empresaId(),
    roteirizacao_id: f.ref('Roteirização', 'roteirizacao').required(),
    venda_id: f.ref('Venda', 'venda').required(),
    xNome: f.text('Cliente', { max: 120 }).computed(),
    xEnder: f.text('Endereço', { max: 300 }).computed(),
    xBairro: f.text('Bairro', { max: 80 }).computed(),
    xMun: f.text('Município', { max: 80 }).computed(),
    lon: degrees('Longitude').computed(),
    lat: degrees('Latitude').computed(),
    fonte: f.choice('Posição', PLACE_SOURCES, { doc: 'De onde se sabe o lugar' }).computed(),
    peso: f.decimal('Peso (kg)', 3, { min: 0, max: 1_000_000 }).default(0),
    volumes: f.integer('Volumes', { min: 0, max: 99_999 }).default(1),
    minutos: f.integer('Minutos na parada', { min: 0, max: 480, doc: 'Vazio: os da roteirização' }),
    prioridade: f.integer('Prioridade', { min: 0, max: 100, doc: 'A maior fica de fora por último' }).default(0),
    janelas: f.json('Recebe', { doc: '[["08:00", "12:00"], …]; vazio é o dia todo' }),
    particularidades: f.json('Pede do veículo', { doc: '[id, …] de particularidades de veículo; vazio é nenhuma' }),
    veiculo_id: f.ref('Veículo', 'veiculo').computed(),
    ordem: f.integer('Ordem', { min: 1 }).computed(),
    fixada: f.boolean('Travada').default(false).computed(),
    motivo: f.text('Fora das rotas', { max: 20, doc: 'capacity, window, skill, distance, max_tasks' }).computed(),
  },
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
