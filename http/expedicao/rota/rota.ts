import { rotaComputed, rotaFields, rotaVendaFields } from '../../../core/fields/expedicao/rota'
import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { rotaLife } from '../../../core/lifecycle/rota'
import { decimal } from '../../../core/money/decimal'
import { invalid } from '../../platform/errors'
import type { Ctx } from '../../platform/context'
import { f } from '../../../core/fields/field'
import { decimalInput } from '../../platform/inputs'
import { type Draft, resource, type Row } from '../../platform/resource'
import { routeDeparture } from '../posicao/departure'
import { STOP_NEEDS } from '../posicao/needs'
import { STOP_HOURS, STOP_SOURCES } from '../posicao/reception'
import { timeAnew } from './time-route'
import { faultTexts, loadFaults, loadTold } from '../posicao/unknown-loads'
import { waitingSales } from './waiting'

/** Delivery routes: one vehicle, one day, its sales in their order (N3-060). */
export const rota = resource({
  name: 'rota',
  paths: ['expedicao/rota'],
  title: 'Rota',
  right: 'rotas_entrega',
  company: 'own',
  fields: rotaFields,
  life: rotaLife,
  search: ['obs', 'veiculo_id.placa'],
  display: ['dRota', 'veiculo_id'],
  computed: {
    entregas: { meta: rotaComputed.entregas.meta, sql: () => ofStops(sql`count(*)::int`) },
    entregues: {
      meta: rotaComputed.entregues.meta,
      sql: () =>
        ofStops(sql`count(*) filter (where x."dhEntrega" is not null and coalesce(x."xOcorrencia", '') = '')::int`),
    },
    km: { meta: rotaComputed.km.meta, sql: () => sql`round(t.distancia / 1000.0, 1)` },
    volumes: { meta: rotaComputed.volumes.meta, sql: () => ofStops(sql`coalesce(sum(x.volumes), 0)::int`) },
    peso: { meta: rotaComputed.peso.meta, sql: () => ofStops(sql`coalesce(sum(x.peso), 0)`) },
    capacidade_kg: { meta: rotaComputed.capacidade_kg.meta, sql: () => ofVehicle('capacidade_kg') },
    capacidade_volumes: {
      meta: rotaComputed.capacidade_volumes.meta,
      sql: () => ofVehicle('capacidade_volumes'),
    },
  },
  indexes: [['empresa_id', 'dRota']],
  beside: {
    saida: f.json('Saída', { doc: '[longitude, latitude] de onde o veículo sai; nulo se não se sabe' }).computed(),
    faltas: f
      .json('Cargas incompletas', { doc: 'Lista de textos: as vendas sem peso ou volumes, onde há limite' })
      .computed(),
  },
  hooks: {
    prepare: (_, drafts) => drafts.forEach(({ before, values }) => assertKm({ ...before, ...values })),
    after: async (ctx, [record], _parent, input) => {
      if (record && input && TIMED_BY.some((name) => input[name] !== undefined)) await timeAnew(ctx, Number(record.id))
    },
    present: async (ctx, record) => ({
      saida: (await routeDeparture(ctx, record)) ?? null,
      faltas: faultTexts(await loadFaults(ctx, 'rota', Number(record.id))),
    }),
  },
})

/** What the hours of the stops follow from, beside the stops themselves. */
const TIMED_BY = ['inicio', 'dRota']

const ofStops = (figure: SQL): SQL => sql`(select ${figure} from rota_venda x where x.rota_id = t.id)`
const ofVehicle = (name: string): SQL => sql`(select w.${sql.raw(name)} from veiculo w where w.id = t.veiculo_id)`

/** Kilometres on a vehicle's meter, as an action takes them. */
export const kilometres = v.pipe(
  decimalInput,
  v.check((value) => Number(value) >= 0 && Number(value) <= 9_999_999, 'Informe um número.'),
  v.transform((value) => Number(value).toFixed(1)),
)

/** Throws 422 when a vehicle would come back with fewer kilometres than it left with. */
export function assertKm({ km_inicial, km_final }: Row): void {
  if (km_inicial === null || km_inicial === undefined || km_final === null || km_final === undefined) return
  if (decimal(String(km_final)).lt(decimal(String(km_inicial))))
    throw invalid({ km_final: ['O km da volta não pode ser menor que o da saída.'] })
}

/** A sale on a delivery route (N3-061). */
export const rotaVenda = resource({
  name: 'rota_venda',
  paths: ['expedicao/rota_venda'],
  title: 'Venda da rota',
  right: 'rotas_entrega',
  company: 'own',
  fields: rotaVendaFields,
  search: ['xNome'],
  display: ['venda_id', 'xNome'],
  unique: [['rota_id', 'venda_id']],
  parent: { resource: 'rota', field: 'rota_id', list: 'rota_vendas' },
  computed: {
    fone: { meta: f.text('Telefone').computed().meta, sql: () => sql`(select c.fone ${STOP_SOURCES})` },
    janelas: {
      meta: f
        .json('Recebe', { doc: '[["08:00", "12:00"], …] no dia da rota; nulo é o dia todo, [] não recebe nesse dia' })
        .computed().meta,
      sql: () => sql`(select ${STOP_HOURS} ${STOP_SOURCES})`,
    },
    pede: {
      meta: f
        .json('Pede do veículo', {
          doc: '[{"descricao": "Munck", "tem": true}, …]: tem, se o veículo da rota tem; nulo é nada',
        })
        .computed().meta,
      sql: () => sql`(select ${STOP_NEEDS} ${STOP_SOURCES})`,
    },
  },
  hooks: {
    prepare: async (ctx, drafts) => {
      await drawSales(ctx, drafts)
      drafts.forEach(loadTold)
    },
  },
})

/** A new stop takes its customer and place from its sale, which must wait for a delivery. Throws 422. */
async function drawSales(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const fresh = drafts.filter(({ before, values }) => !before && values.xNome === undefined)
  const found = await waitingSales(
    ctx,
    fresh.map(({ values }) => Number(values.venda_id)),
  )
  for (const { values } of fresh) {
    const sale = found.get(Number(values.venda_id))
    if (!sale)
      throw invalid({ venda_id: [`A venda ${Number(values.venda_id)} não espera entrega, ou já está em outra rota.`] })
    Object.assign(values, { ...sale, ...given(values) })
  }
}

/** Weight and volumes that somebody gave stand before what the sale says. */
const given = ({ peso, volumes }: Row): Row => ({
  ...(peso === undefined || peso === null ? {} : { peso }),
  ...(volumes === undefined || volumes === null ? {} : { volumes }),
})
