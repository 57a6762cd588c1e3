import { rotaLifecycle } from '../../../core/lifecycle/rota'
import { assertTransition } from '../../../core/lifecycle/lifecycle'
import { decimal } from '../../../core/money/decimal'
import { invalid } from '../../platform/errors'
import type { Ctx } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { f } from '../../platform/fields'
import { empresaId } from '../../platform/kit'
import { type Draft, resource, resourceNamed, type Row } from '../../platform/resource'
import { degrees, hour } from '../roteirizacao/roteirizacao'
import { waitingSales } from './waiting'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Throws the refusal of an action that a delivery route does not allow now. */
export function assertRota(record: Row, action: string): void {
  const { dhLiberacao, dhFinalizacao, dhCancelamento } = record
  const dates = {
    dhLiberacao: text(dhLiberacao),
    dhFinalizacao: text(dhFinalizacao),
    dhCancelamento: text(dhCancelamento),
  }
  assertTransition(rotaLifecycle, dates, action)
}

/** Delivery routes: one vehicle, one day, its sales in their order (N3-060). */
export const rota = resource({
  name: 'rota',
  paths: ['expedicao/rota'],
  title: 'Rota',
  right: 'rotas_entrega',
  company: 'own',
  fields: {
    empresa_id: empresaId(),
    roteirizacao_id: f.integer('Roteirização de origem').computed(),
    veiculo_id: f.ref('Veículo', 'veiculo').required(),
    motorista_id: f.ref('Motorista', 'motorista'),
    dRota: f.date('Dia').required(),
    inicio: hour('Sai às'),
    obs: f.text('Observações', { max: 2000 }),
    distancia: f.integer('Distância prevista (m)', { min: 0 }).computed(),
    distancia_reta: f.integer('Em linha reta (m)', { min: 0 }).computed(),
    duracao: f.integer('Viagem prevista (s)', { min: 0 }).computed(),
    segundos_parado: f.integer('Paradas previstas (s)', { min: 0 }).default(0).computed(),
    km_inicial: f.decimal('Km na saída', 1, { min: 0, max: 9_999_999 }),
    km_final: f.decimal('Km na volta', 1, { min: 0, max: 9_999_999 }),
    dhLiberacao: f.datetime('Liberada em').computed(),
    dhFinalizacao: f.datetime('Finalizada em').computed(),
    dhCancelamento: f.datetime('Cancelada em').computed(),
    xJustCancelamento: f.text('Motivo do cancelamento', { max: 500 }).computed(),
    status: f.generated(
      'Situação',
      `case when "dhCancelamento" is not null then 3 when "dhFinalizacao" is not null then 2 when "dhLiberacao" is not null then 1 else 0 end`,
      { doc: '0 aberta, 1 liberada, 2 finalizada, 3 cancelada' },
    ),
  },
  search: ['obs', 'veiculo_id.placa'],
  display: ['dRota', 'veiculo_id'],
  indexes: [['empresa_id', 'dRota'], ['roteirizacao_id']],
  hooks: {
    prepare: (_, drafts) => drafts.forEach(checkRoute),
    remove: (_, record) => assertRota(record, 'altera_entregas'),
  },
})

function checkRoute({ before, values }: Draft): void {
  if (before) assertRota(before, 'altera')
  const { km_inicial, km_final } = { ...before, ...values }
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
  fields: {
    empresa_id: empresaId(),
    rota_id: f.ref('Rota', 'rota').required(),
    venda_id: f.ref('Venda', 'venda').required(),
    ordem: f.integer('Ordem', { min: 1, max: 10_000 }).default(1),
    xNome: f.text('Cliente', { max: 120 }).computed(),
    xEnder: f.text('Endereço', { max: 300 }).computed(),
    lon: degrees('Longitude').computed(),
    lat: degrees('Latitude').computed(),
    hora_prevista: f.text('Chega às', { max: 5, doc: 'HH:MM' }).computed(),
    dhEntrega: f.datetime('Entregue em'),
    xOcorrencia: f.text('Ocorrência', { max: 300, doc: 'Por que não foi entregue' }),
  },
  search: ['xNome'],
  display: ['venda_id', 'xNome'],
  unique: [['rota_id', 'venda_id']],
  parent: { resource: 'rota', field: 'rota_id', list: 'rota_vendas' },
  hooks: {
    prepare: async (ctx, drafts, parent) => {
      if (
        parent &&
        drafts.some(({ before, values }) => !before || values.venda_id !== undefined || values.ordem !== undefined)
      )
        assertRota(parent, 'altera_entregas')
      await drawSales(ctx, drafts)
    },
    remove: async (ctx, record) =>
      assertRota(await load(ctx, resourceNamed('rota'), Number(record.rota_id)), 'altera_entregas'),
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
    Object.assign(values, sale)
  }
}
